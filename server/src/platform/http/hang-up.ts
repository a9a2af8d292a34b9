/**
 * A signal that is aborted if the client disconnects before its response is sent. It is created on demand, because most
 * requests do not need it.
 */
import type { ServerResponse } from 'node:http';

export class HangUp {
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#watch();
    return this.#controller.signal;
  }

  #watch(): AbortController {
    const controller = new AbortController();
    if (this.#response.destroyed) controller.abort();
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller;
  }
}
