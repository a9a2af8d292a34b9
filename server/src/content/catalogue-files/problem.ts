/** Something wrong with a catalogue file, named so that it can be found. */
export interface Problem {
  file: string;
  line: number;
  /** JSON Pointer of the member; empty where the line as a whole is meant. */
  path: string;
  message: string;
}

/** `hotels.jsonl:12: /name: Give the text in at least one language.` */
export function problemText({ file, line, path, message }: Problem): string {
  return `${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`;
}
