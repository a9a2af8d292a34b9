/** The client connection as the pipeline sees it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestOwner } from '../platform/admission/admission.ts';
import type { BodyReads } from '../platform/http/body-reads.ts';
import { HangUp } from '../platform/http/hang-up.ts';

export interface ClientConnection {
  readonly request: {
    readonly method?: string | undefined;
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
  readBody(owner: RequestOwner): Promise<Buffer>;
}

export class Connection extends HangUp implements ClientConnection {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #bodies: BodyReads;

  constructor(request: IncomingMessage, response: ServerResponse, bodies: BodyReads) {
    super(response);
    this.request = request;
    this.#response = response;
    this.#bodies = bodies;
  }

  readBody({ organisationId, environment }: RequestOwner): Promise<Buffer> {
    if (/^100-continue$/i.test(this.request.headers.expect ?? '')) this.#response.writeContinue();
    const holder = { pool: environment, name: organisationId };
    return this.#bodies.read(this.request, this.#response, holder);
  }
}
