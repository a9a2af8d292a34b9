/** A failure that the operator must act on. It is printed as message and hint, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** What to do next, in whole sentences. */
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}
