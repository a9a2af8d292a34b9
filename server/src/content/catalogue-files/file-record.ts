export interface Fault {
  /** JSON Pointer to the field. Empty if the problem concerns the whole line. */
  path: string;
  message: string;
}

export interface FileRecord {
  line: number;
  /** The values that could be read, even if there are problems. Undefined if nothing could be read. */
  value: unknown;
  faults: Fault[];
  /** The length of the record in characters, which limits the size of a batch. */
  size: number;
}

export interface Problem {
  file: string;
  line: number;
  path: string;
  message: string;
}

/** Formats a problem as `hotels.jsonl:12: /name: Provide the text in at least one language.` */
export function problemText({ file, line, path, message }: Problem): string {
  return `${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`;
}
