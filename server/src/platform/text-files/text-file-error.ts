/** Thrown if a file cannot be read as text. Contains the file, the line if known, and what to do. */
export class TextFileError extends Error {
  override readonly name = 'TextFileError';
  readonly file: string;
  readonly line: number | undefined;
  readonly fault: string;
  /** Advice on what to do next, in full sentences. */
  readonly hint: string;

  constructor(where: { file: string; line?: number }, fault: string, hint: string, options?: ErrorOptions) {
    super(`${where.file}${where.line === undefined ? '' : `:${where.line}`}: ${fault}`, options);
    this.file = where.file;
    this.line = where.line;
    this.fault = fault;
    this.hint = hint;
  }
}
