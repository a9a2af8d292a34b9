/** Shows progress of one work after the other: for a person one line that changes, for a log a line at the beginning of each. */
import type { Clock } from '../../platform/clock.ts';
import type { OnProgress } from '../../platform/progress.ts';
import { type ProgressLine, progressLine } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Work whose share is 1 is over, and its line goes. */
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
