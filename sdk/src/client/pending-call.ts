/** What a method gives back: a promise of the answer, or, when asked, of the answer with its envelope. */

export interface WithResponse<Answer> {
  data: Answer;
  /** Status and headers; the body has been read. */
  response: Response;
  /** Names the request towards the operator. */
  requestId: string | null;
  /** True when the service had carried out the same request before. */
  replayed: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: as in the type of every promise
type OnRejected<Rejected> = ((reason: any) => Rejected | PromiseLike<Rejected>) | null;

/** A promise of the answer. The request is sent when the method is called, and once. */
export class PendingCall<Answer> implements Promise<Answer> {
  readonly [Symbol.toStringTag] = 'PendingCall';
  readonly #result: Promise<WithResponse<Answer>>;

  constructor(result: Promise<WithResponse<Answer>>) {
    this.#result = result;
  }

  /** The answer with status, headers and request id. */
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
