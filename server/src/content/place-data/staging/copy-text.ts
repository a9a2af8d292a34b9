/** Encodes rows in the text format of PostgreSQL's COPY command, in chunks of about 64 kB. Pure. */

export type CopyValue = string | number | boolean | null;

const CHUNK_CHARACTERS = 64 * 1024;
const SPECIAL = /[\\\t\n\r\0]/;
const ALL_SPECIAL = /[\\\t\n\r\0]/g;
/** PostgreSQL text cannot contain zero bytes. */
const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '',
};

export function copyRow(values: readonly CopyValue[]): string {
  let row = '';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) row += '\t';
    const value = values[i];
    if (value === null || value === undefined) row += '\\N';
    else if (typeof value === 'string') row += SPECIAL.test(value) ? escaped(value) : value;
    else row += value;
  }
  return `${row}\n`;
}

function escaped(value: string): string {
  return value.replace(ALL_SPECIAL, character => ESCAPED[character] as string);
}

export function* copyChunks(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += copyRow(row);
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
