/** Collects what is wrong with a file: the first to show, all for a file, and how many there are. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { printable, type Style } from '../text/style.ts';
import { CliFailure, EXIT } from './failure.ts';
import { counted } from './progress.ts';
import type { Terminal } from './terminal.ts';

export interface ProblemReport {
  /** `file:line: what`. */
  add(text: string): void;
  count(): number;
  /** The first ones. */
  shown(): readonly string[];
  /** Shows the first ones and says how many there are. */
  print(terminal: Terminal, style: Style): void;
  /** Finishes the file. */
  close(): void;
}

const SHOWN = 100;
const BUFFER_CHARACTERS = 64 * 1024;

/** `file` gets every problem; it is made anew. */
export function problemReport(file: string | undefined): ProblemReport {
  const descriptor = file === undefined ? undefined : openForWriting(file);
  const first: string[] = [];
  let count = 0;
  let buffer = '';

  function writeOut(): void {
    if (descriptor !== undefined && buffer !== '') writeSync(descriptor, buffer);
    buffer = '';
  }

  return {
    add(text) {
      count += 1;
      if (first.length < SHOWN) first.push(text);
      if (descriptor === undefined) return;
      buffer += `${text}\n`;
      if (buffer.length >= BUFFER_CHARACTERS) writeOut();
    },
    count: () => count,
    shown: () => first,
    print(terminal, style) {
      if (count === 0) return;
      for (const text of first) terminal.err(`${printable(text)}\n`);
      const noun = count === 1 ? 'problem' : 'problems';
      const rest = count > first.length ? `; the first ${first.length} are shown` : '';
      const all = file !== undefined ? `; all are in ${file}` : rest && '; --problems <file> writes all';
      terminal.err(`${style.bad(`${counted(count)} ${noun}`)}${rest}${all}.\n`);
    },
    close() {
      if (descriptor === undefined) return;
      writeOut();
      closeSync(descriptor);
    },
  };
}

function openForWriting(file: string): number {
  try {
    return openSync(file, 'w');
  } catch (error) {
    throw new CliFailure(EXIT.failed, `${file} cannot be written: ${(error as Error).message}.`, {
      hint: 'Name another file with --problems.',
      cause: error,
    });
  }
}
