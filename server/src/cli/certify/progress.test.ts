import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { certifyProgress } from './progress.ts';

function watched(errIsTty: boolean, names: readonly string[]) {
  const clock = new ManualClock(0);
  let text = '';
  const terminal = {
    out: () => {},
    err: (more: string) => {
      text += more;
    },
    isTty: false,
    errIsTty,
    ask: undefined,
  };
  const progress = certifyProgress(terminal, clock, names);
  return { clock, progress, text: () => text };
}

it('serai certify writes a line with the running scenarios to a log file every ten seconds', () => {
  const { clock, progress, text } = watched(false, ['a', 'b', 'c', 'd', 'e']);
  progress.ended('b');
  clock.advance(10_000);
  progress.ended('a');
  clock.advance(10_000);
  progress.stop();
  clock.advance(60_000);
  expect(text()).toBe(
    '1 of 5 scenarios done after 10 s; waiting for a, c, d and 1 more\n2 of 5 scenarios done after 20 s; waiting for c, d, e\n',
  );
});

it('serai certify shows its progress on a terminal in a single line, which it clears at the end', () => {
  const { clock, progress, text } = watched(true, ['a', 'b']);
  clock.advance(1_000);
  clock.advance(1_000);
  progress.stop();
  const lines = text().split('\r\u001b[K');
  expect(lines).toEqual([
    '',
    '0 of 2 scenarios done after 1 s; waiting for a, b',
    '0 of 2 scenarios done after 2 s; waiting for a, b',
    '',
  ]);
});
