/**
 * Shows the progress of a certification: one line that is rewritten on a terminal, or a line every ten seconds in a log
 * file.
 */
import type { Clock, Timer } from '../../platform/clock.ts';
import { REWRITE, type Terminal } from '../frame/terminal.ts';

const REWRITE_MS = 1_000;
const LINE_MS = 10_000;
const MOST_NAMES = 3;

interface CertifyProgress {
  ended(name: string): void;
  stop(): void;
}

/** Written to standard error. Names up to three scenarios that are still running. */
export function certifyProgress(terminal: Terminal, clock: Clock, names: readonly string[]): CertifyProgress {
  const rewrites = terminal.errIsTty === true;
  const waiting = new Set(names);
  const startedMs = clock.monotonicMs();
  let timer: Timer;
  plan();

  function plan(): void {
    timer = clock.after(rewrites ? REWRITE_MS : LINE_MS, () => {
      show();
      plan();
    });
  }

  function show(): void {
    const seconds = Math.round((clock.monotonicMs() - startedMs) / 1000);
    const some = [...waiting].slice(0, MOST_NAMES).join(', ');
    const rest = waiting.size > MOST_NAMES ? ` and ${waiting.size - MOST_NAMES} more` : '';
    const text = `${names.length - waiting.size} of ${names.length} scenarios done after ${seconds} s; waiting for ${some}${rest}`;
    terminal.err(rewrites ? `${REWRITE}${text}` : `${text}\n`);
  }

  return {
    ended(name) {
      waiting.delete(name);
      if (rewrites) terminal.err(REWRITE);
    },
    stop() {
      timer.cancel();
      if (rewrites) terminal.err(REWRITE);
    },
  };
}
