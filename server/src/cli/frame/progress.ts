/**
 * Shows the progress of long commands on standard error: one line that is rewritten on a terminal, or a line every few
 * seconds in a log file.
 */
import type { Clock } from '../../platform/clock.ts';
import type { OnProgress } from '../../platform/progress.ts';
import { REWRITE, type Terminal } from './terminal.ts';

export interface ProgressLine {
  /** `share` is the completed part of the work, from 0 to 1, if known. */
  update(done: number, share?: number): void;
  /** Clears the line on a terminal, or writes a last line to a log file. */
  end(): void;
}

interface ProgressOptions {
  /** For example `Reading hotels.jsonl`. */
  title: string;
  /** For example `hotels`. Without a unit, only the share is shown. */
  unit?: string | undefined;
  clock: Clock;
}

const REWRITE_MS = 100;
const LINE_MS = 5_000;

export function progressLine(terminal: Terminal, { title, unit, clock }: ProgressOptions): ProgressLine {
  const rewrites = terminal.errIsTty === true;
  const startedMs = clock.monotonicMs();
  let shownMs = rewrites ? startedMs - REWRITE_MS : startedMs;
  let last = { done: 0, share: undefined as number | undefined };
  let shown: typeof last | undefined;

  function show(): void {
    const seconds = (clock.monotonicMs() - startedMs) / 1000;
    const parts: string[] = [];
    if (last.share !== undefined) parts.push(`${Math.floor(Math.min(1, last.share) * 100)} %`);
    if (unit !== undefined) {
      parts.push(`${counted(last.done)} ${unit}`);
      if (seconds > 0) parts.push(`${counted(Math.round(last.done / seconds))}/s`);
    }
    const text = `${title}: ${parts.join(', ')}`;
    terminal.err(rewrites ? `${REWRITE}${text}` : `${text}\n`);
    shown = last;
  }

  return {
    update(done, share) {
      last = { done, share };
      const nowMs = clock.monotonicMs();
      if (nowMs - shownMs < (rewrites ? REWRITE_MS : LINE_MS)) return;
      shownMs = nowMs;
      show();
    },
    end() {
      if (shown === undefined) return;
      if (rewrites) terminal.err(REWRITE);
      else if (shown !== last) show();
    },
  };
}

/** Shows one task after another. In a log file, each task starts with a line. A task with a share of 1 is complete. */
export function showProgress(terminal: Terminal, clock: Clock): OnProgress {
  let shown: { title: string; line: ProgressLine } | undefined;
  return ({ title, unit, done, share }) => {
    if (shown?.title !== title) {
      shown?.line.end();
      if (terminal.errIsTty !== true) terminal.err(`${title}\n`);
      shown = { title, line: progressLine(terminal, { title, unit, clock }) };
    }
    shown.line.update(done, share);
    if (share === 1) shown.line.end();
  };
}

/** `1,234,567`. */
export function counted(value: number): string {
  return value.toLocaleString('en-GB');
}
