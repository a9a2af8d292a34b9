/** Thrown inside a transaction to end it without a trace, with what it would have done. */
export class Undone<Summary> extends Error {
  readonly summary: Summary;

  constructor(summary: Summary) {
    super('Nothing is to be written');
    this.summary = summary;
  }
}
