/**
 * The messages of a recorded exchange. Their bodies are created only when they are read, because most calls are not audited.
 *
 * Both messages are class instances. If they were object literals with getters, V8 would create a hidden class for each of
 * them, and keep the supplier's whole response in memory until the next full garbage collection.
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
