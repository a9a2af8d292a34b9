/** What the pipeline needs of a client's connection besides the headers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../platform/http/read-body.ts';

export class Connection {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.#response = response;
  }

  readBody(): Promise<Buffer> {
    if (this.request.headers.expect !== undefined) this.#response.writeContinue();
    return readBody(this.request);
  }

  /** Ends when the client hangs up. Made on demand: most requests never look at it. */
  signal(): AbortSignal {
    this.#controller ??= this.#watch();
    return this.#controller.signal;
  }

  #watch(): AbortController {
    const controller = new AbortController();
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller;
  }
}
