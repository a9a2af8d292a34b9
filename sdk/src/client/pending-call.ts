/** Every method returns a promise of the response data. Its `withResponse` also returns the status and the headers. */

export interface WithResponse<Answer> {
  data: Answer;
  /** Status and headers. The body has already been read. */
  response: Response;
  /** Identifies the request in support requests. */
  requestId: string | null;
  /** Identifies this version of the content, for `ifNoneMatch`. Null for other operations. */
  etag: string | null;
  /** True if the server had already carried out the same request. */
  replayed: boolean;
}

/** The result of a call with `ifNoneMatch` if nothing has changed: `if ('notModified' in result) …`. */
export interface NotModified {
  notModified: true;
  /** The etag for the next call. */
  etag: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: as in the type of every promise
type OnRejected<Rejected> = ((reason: any) => Rejected | PromiseLike<Rejected>) | null;

/**
 * A promise of the response data. The call is made once, when the method is called, however often the promise is
 * awaited.
 */
export class PendingCall<Answer> implements Promise<Answer> {
  readonly [Symbol.toStringTag] = 'PendingCall';
  readonly #result: Promise<WithResponse<Answer>>;

  constructor(result: Promise<WithResponse<Answer>>) {
    this.#result = result;
  }

  /** Returns the data with status, headers and request id. */
  withResponse(): Promise<WithResponse<Answer>> {
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<Fulfilled = Answer, Rejected = never>(
    onFulfilled?: ((answer: Answer) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: OnRejected<Rejected>,
  ): Promise<Fulfilled | Rejected> {
    return this.#result.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(onRejected?: OnRejected<Rejected>): Promise<Answer | Rejected> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Answer> {
    return this.then().finally(onFinally);
  }
}
