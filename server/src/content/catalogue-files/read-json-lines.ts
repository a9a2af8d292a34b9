/** Reads JSON Lines: one record per line. */
import {
  findDuplicateKey,
  findUnsafe,
  mayBeUnsafe,
  scanJsonText,
} from '../../platform/operations/json-guard.ts';
import type { LineBatch } from '../../platform/text-files/split-lines.ts';
import type { FileRecord } from './file-record.ts';

export async function* readJsonLines(batches: AsyncIterable<LineBatch>): AsyncGenerator<FileRecord> {
  for await (const { first, lines } of batches) {
    for (const [i, text] of lines.entries()) {
      if (text.trim() !== '') yield readLine(text, first + i);
    }
  }
}

function readLine(text: string, line: number): FileRecord {
  const wrong = (message: string, path = '') => ({
    line,
    value: undefined,
    faults: [{ path, message }],
    size: 0,
  });
  const scan = scanJsonText(Buffer.from(text));
  if (scan.refusal !== undefined) return wrong(scan.refusal.replace('The body', 'The line'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return wrong(
      `Not JSON: ${placed((error as Error).message)
        .replaceAll(/[\r\n]/g, ' ')
        .slice(0, 200)}`,
    );
  }
  const duplicate = findDuplicateKey(scan, text, value);
  if (duplicate !== undefined)
    return wrong('The key appears more than once. Write each key once.', duplicate);
  const unsafe = mayBeUnsafe(text) ? findUnsafe(value) : undefined;
  return unsafe === undefined
    ? { line, value, faults: [], size: text.length }
    : wrong(unsafe.message, unsafe.path);
}

/** The parser counts lines within its input, which is a single line. */
function placed(message: string): string {
  return message.replace(
    /(?: in JSON)? at position (\d+)(?: \(line \d+ column \d+\))?$/,
    (_, position: string) => ` at column ${Number(position) + 1}`,
  );
}
