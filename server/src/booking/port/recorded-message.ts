/**
 * The messages of a recorded exchange. Their bodies are created only when they are read, because most calls are not audited.
 *
 * The messages are classes, not object literals with getters. For every such literal, V8 creates a hidden class that only a
 * full garbage collection frees. Until then, the supplier's whole response stays in memory, because the getter refers to it.
 */
import type { Exchange } from './call.ts';

type Request = Exchange['request'];
type Response = NonNullable<Exchange['response']>;

export class RecordedRequest implements Request {
  readonly method: Request['method'];
  readonly target: Request['target'];
  readonly headers: Request['headers'];
  readonly truncated = false;
  readonly #readBody: () => string | null;

  constructor(head: Pick<Request, 'method' | 'target' | 'headers'>, readBody: () => string | null) {
    this.method = head.method;
    this.target = head.target;
    this.headers = head.headers;
    this.#readBody = readBody;
  }

  get body(): string | null {
    return this.#readBody();
  }

  /** JSON would otherwise not contain the body. */
  toJSON(): object {
    return { ...this, body: this.body };
  }
}

export class RecordedResponse implements Response {
  readonly status: Response['status'];
  readonly headers: Response['headers'];
  readonly truncated = false;
  readonly #readBody: () => string | null;

  constructor(head: Pick<Response, 'status' | 'headers'>, readBody: () => string | null) {
    this.status = head.status;
    this.headers = head.headers;
    this.#readBody = readBody;
  }

  get body(): string | null {
    return this.#readBody();
  }

  /** JSON would otherwise not contain the body. */
  toJSON(): object {
    return { ...this, body: this.body };
  }
}
