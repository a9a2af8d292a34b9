/** A failure that the operator must fix. It is printed as message and hint, without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Advice on what to do next, in full sentences. */
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}
