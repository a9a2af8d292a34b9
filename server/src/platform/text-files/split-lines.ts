/**
 * Splits a stream of bytes into lines of strict UTF-8 with a maximum length. A longer line is never buffered as a
 * whole: the excess is discarded as it arrives.
 */
import { isUtf8 } from 'node:buffer';

/** Consecutive lines without line feeds. A carriage return at the end is kept. */
export interface LineBatch {
  /** The number of the first line, starting at 1. */
  first: number;
  lines: string[];
}

/** Called for lines that are skipped. Return to continue, or throw to stop. */
export type OnBadLine = (line: number, why: 'TOO_LONG' | 'NOT_UTF8', bytes: Buffer) => void;

const NEWLINE = 0x0a;

export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  onBadLine: OnBadLine,
): AsyncGenerator<LineBatch> {
  let next = 1;
  let carry: Buffer[] = [];
  let carried = 0;
  /** True inside a line that is too long, until its end. */
  let skipping = false;

  function keep(rest: Buffer): void {
    if (rest.length === 0 || skipping) return;
    if (carried + rest.length > maxBytes) {
      onBadLine(next, 'TOO_LONG', carry[0] ?? rest);
      carry = [];
      carried = 0;
      skipping = true;
      return;
    }
    carry.push(rest);
    carried += rest.length;
  }

  function* batchOf(block: Buffer): Generator<LineBatch> {
    const first = next;
    const batch = { first, lines: readBlock(block, first, maxBytes, onBadLine) };
    next += batch.lines.length;
    yield* withoutGaps(batch);
  }

  for await (const chunk of chunks) {
    let start = 0;
    if (skipping) {
      const end = chunk.indexOf(NEWLINE);
      if (end === -1) continue;
      skipping = false;
      next += 1;
      start = end + 1;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= start) {
      const end = chunk.subarray(start, last);
      const block = carried === 0 ? end : Buffer.concat([...carry, end]);
      carry = [];
      carried = 0;
      yield* batchOf(block);
      start = last + 1;
    }
    keep(chunk.subarray(start));
  }
  if (carried > 0) yield* batchOf(Buffer.concat(carry));
}

/**
 * Skips empty lines before the first text. Returns the first batch, or undefined if the file has no text, and all
 * batches.
 */
export async function peekText(
  batches: AsyncIterable<LineBatch> | Iterable<LineBatch>,
): Promise<{ first: LineBatch | undefined; batches: AsyncGenerator<LineBatch> }> {
  const rest = (async function* () {
    yield* batches;
  })();
  let first: LineBatch | undefined;
  while (first === undefined) {
    const { value, done } = await rest.next();
    if (done) break;
    const at = value.lines.findIndex(line => line.trim() !== '');
    if (at >= 0) first = { first: value.first + at, lines: value.lines.slice(at) };
  }
  return { first, batches: replay(first, rest) };
}

async function* replay(
  first: LineBatch | undefined,
  rest: AsyncGenerator<LineBatch>,
): AsyncGenerator<LineBatch> {
  try {
    if (first !== undefined) yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

type Gap = undefined;

/** Returns the lines of a block, with a gap for each bad line. */
function readBlock(block: Buffer, first: number, maxBytes: number, onBadLine: OnBadLine): (string | Gap)[] {
  if (block.length <= maxBytes && isUtf8(block)) return block.toString('utf8').split('\n');
  const lines: (string | Gap)[] = [];
  for (let start = 0; start <= block.length; ) {
    const found = block.indexOf(NEWLINE, start);
    const end = found === -1 ? block.length : found;
    const line = block.subarray(start, end);
    const why = line.length > maxBytes ? 'TOO_LONG' : isUtf8(line) ? undefined : 'NOT_UTF8';
    if (why !== undefined) onBadLine(first + lines.length, why, line);
    lines.push(why === undefined ? line.toString('utf8') : undefined);
    start = end + 1;
  }
  return lines;
}

function* withoutGaps({ first, lines }: { first: number; lines: (string | Gap)[] }): Generator<LineBatch> {
  if (!lines.includes(undefined)) {
    yield { first, lines: lines as string[] };
    return;
  }
  let run: string[] = [];
  for (const [i, line] of lines.entries()) {
    if (line !== undefined) {
      run.push(line);
      continue;
    }
    if (run.length > 0) yield { first: first + i - run.length, lines: run };
    run = [];
  }
  if (run.length > 0) yield { first: first + lines.length - run.length, lines: run };
}
