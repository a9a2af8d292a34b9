/** Code that the import commands share: options, the list of problems in a file, and the output. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import type { Call, OptionSpecs } from '../frame/command.ts';
import { CliFailure, EXIT, type ExitCode } from '../frame/failure.ts';
import { counted } from '../frame/progress.ts';
import type { Terminal } from '../frame/terminal.ts';
import { printable, type Style } from '../text/style.ts';

export const IMPORT_OPTIONS = {
  'dry-run': { type: 'flag', description: 'Only show what would change.' },
  problems: { type: 'text', value: '<file>', description: 'Write all problems to this file.' },
} as const satisfies OptionSpecs;

export const ENVIRONMENT_OPTION = {
  type: 'choice',
  choices: ENVIRONMENTS,
  required: true,
  description: 'The environment to use.',
} as const;

export interface ProblemReport {
  /** `text` has the form `file:line: message`. */
  add(text: string): void;
  count(): number;
  shown(): readonly string[];
  print(terminal: Terminal, style: Style): void;
  close(): void;
}

interface ImportOutcome<Summary> {
  work(report: ProblemReport): Promise<Summary>;
  /** Prints additional output before the summary. */
  print?(report: ProblemReport, summary: Summary): void;
  text(summary: Summary): string;
  json?(): object;
  isFailed?(summary: Summary): boolean;
}

export async function runReported<Summary extends { problems: number }>(
  {
    options,
    json,
    terminal,
    style,
  }: Pick<Call<typeof IMPORT_OPTIONS>, 'options' | 'json' | 'terminal' | 'style'>,
  outcome: ImportOutcome<Summary>,
): Promise<ExitCode> {
  const report = problemReport(options.problems);
  try {
    const summary = await outcome.work(report);
    if (json) {
      const more = { firstProblems: report.shown(), ...outcome.json?.() };
      terminal.out(`${JSON.stringify({ ...summary, ...more })}\n`);
    } else {
      if (outcome.print === undefined) report.print(terminal, style);
      else outcome.print(report, summary);
      terminal.out(outcome.text(summary));
    }
    const isFailed = outcome.isFailed?.(summary) ?? summary.problems > 0;
    return isFailed ? EXIT.failed : EXIT.ok;
  } finally {
    report.close();
  }
}

export function reportWaiting(terminal: Terminal): void {
  terminal.err('Another import is running. This one starts when it has finished.\n');
}

const SHOWN = 100;
const BUFFER_CHARACTERS = 64 * 1024;

/** If `file` is given, writes all problems to it and replaces its content. */
export function problemReport(file: string | undefined): ProblemReport {
  const descriptor = file === undefined ? undefined : openForWriting(file);
  const first: string[] = [];
  let count = 0;
  let buffer = '';

  function flush(): void {
    if (descriptor !== undefined && buffer !== '') writeSync(descriptor, buffer);
    buffer = '';
  }

  return {
    add(text) {
      count += 1;
      if (first.length < SHOWN) first.push(text);
      if (descriptor === undefined) return;
      buffer += `${text}\n`;
      if (buffer.length >= BUFFER_CHARACTERS) flush();
    },
    count: () => count,
    shown: () => first,
    print(terminal, style) {
      if (count === 0) return;
      for (const text of first) terminal.err(`${printable(text)}\n`);
      const total = style.bad(`${counted(count)} ${count === 1 ? 'problem' : 'problems'}`);
      const isCut = count > first.length;
      const rest = isCut ? `; the first ${first.length} are shown` : '';
      const all =
        file === undefined
          ? isCut
            ? '; write all to a file with --problems <file>'
            : ''
          : `; all are in ${file}`;
      terminal.err(`${total}${rest}${all}.\n`);
    },
    close() {
      if (descriptor === undefined) return;
      flush();
      closeSync(descriptor);
    },
  };
}

function openForWriting(file: string): number {
  try {
    return openSync(file, 'w');
  } catch (error) {
    throw new CliFailure(EXIT.failed, `${file} cannot be written: ${(error as Error).message}.`, {
      hint: 'Choose another file with --problems.',
      cause: error,
    });
  }
}
