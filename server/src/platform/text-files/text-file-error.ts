/** A file that cannot be read as text: which file, which line where one is to blame, and what to do. */
export class TextFileError extends Error {
  override readonly name = 'TextFileError';
  readonly file: string;
  readonly line: number | undefined;
  /** What is wrong, without the place. */
  readonly fault: string;
  /** What to do next, in whole sentences. */
  readonly hint: string;

  constructor(where: { file: string; line?: number }, fault: string, hint: string, options?: ErrorOptions) {
    super(`${where.file}${where.line === undefined ? '' : `:${where.line}`}: ${fault}`, options);
    this.file = where.file;
    this.line = where.line;
    this.fault = fault;
    this.hint = hint;
  }
}
