/** A problem in a catalogue file, with its location. */
export interface Problem {
  file: string;
  line: number;
  /** JSON Pointer of the field. Empty if the problem concerns the whole line. */
  path: string;
  message: string;
}

/** `hotels.jsonl:12: /name: Give the text in at least one language.` */
export function problemText({ file, line, path, message }: Problem): string {
  return `${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`;
}
