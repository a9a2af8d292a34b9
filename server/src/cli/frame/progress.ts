/** How far a long command has come: one line rewritten for a person, a line every few seconds for a log. */
import type { Clock } from '../../platform/clock.ts';
import { REWRITE, type Terminal } from './terminal.ts';

export interface ProgressLine {
  /** `share` is the part of all work that is done, 0 to 1, where it is known. */
  update(done: number, share?: number): void;
  /** Clears the line of a person; a log keeps a last one. */
  end(): void;
}

interface ProgressOptions {
  /** `Reading hotels.jsonl`. */
  title: string;
  /** `hotels`; without it only the share is shown. */
  unit?: string | undefined;
  clock: Clock;
}

const REWRITE_MS = 100;
const LINE_MS = 5_000;

/** Written to standard error, so that the result of the command stays clean. */
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

/** `1,234,567`. */
export function counted(value: number): string {
  return value.toLocaleString('en-GB');
}
