/** What the pipeline needs of a client's connection besides the headers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HangUp } from '../platform/http/hang-up.ts';
import { readBody } from '../platform/http/read-body.ts';

export interface ClientConnection {
  readonly request: {
    readonly method?: string | undefined;
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
  /** Ends when the client went away before its answer. */
  readonly signal: AbortSignal;
  readBody(): Promise<Buffer>;
}

export class Connection extends HangUp implements ClientConnection {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    super(response);
    this.request = request;
    this.#response = response;
  }

  readBody(): Promise<Buffer> {
    if (/^100-continue$/i.test(this.request.headers.expect ?? '')) this.#response.writeContinue();
    return readBody(this.request);
  }
}
