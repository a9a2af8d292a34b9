/**
 * Counts and hashes rows in COPY format. Line breaks within a row are escaped, so every actual line break ends a row.
 */
import { createHash } from 'node:crypto';
import type { CopiedTable } from './manifest.ts';

const LINE_END = 0x0a;

export interface RowCount {
  add(bytes: Buffer): void;
  readonly rows: number;
  readonly bytes: number;
  /** May only be called once, at the end. */
  total(name: string): CopiedTable;
}

export function countRows(): RowCount {
  const hash = createHash('sha256');
  let rows = 0;
  let size = 0;
  return {
    add(bytes) {
      hash.update(bytes);
      size += bytes.length;
      for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) rows += 1;
    },
    get rows() {
      return rows;
    },
    get bytes() {
      return size;
    },
    total: name => ({ name, rows, bytes: size, sha256: hash.digest('hex') }),
  };
}
