/** The contents of one line of a catalogue file, and what is wrong with it. */

export interface Fault {
  /** JSON Pointer of the field. Empty if the problem concerns the whole line. */
  path: string;
  message: string;
}

export interface FileRecord {
  line: number;
  /** What could be read, even if there are problems. Undefined if nothing could be read. */
  value: unknown;
  faults: Fault[];
  /** The length of the record in characters, which limits the size of a batch. */
  size: number;
}
