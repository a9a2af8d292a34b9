/** What stands on one line of a catalogue file, and what is wrong with it. */

export interface Fault {
  /** JSON Pointer of the member; empty where the line as a whole is meant. */
  path: string;
  message: string;
}

export interface FileRecord {
  line: number;
  /** What could be read, also beside faults; undefined where nothing could. */
  value: unknown;
  faults: Fault[];
  /** Characters of the record, so that a batch of large ones stays small. */
  size: number;
}
