import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { progressLine } from './progress.ts';

function shown(errIsTty: boolean) {
  const clock = new ManualClock();
  let text = '';
  const terminal = {
    out: () => {},
    err: (part: string) => {
      text += part;
    },
    isTty: false,
    errIsTty,
    ask: undefined,
  };
  const line = progressLine(terminal, { title: 'Reading a.csv', unit: 'hotels', clock });
  return { clock, line, text: () => text };
}

describe('a progress line', () => {
  it('progress is written to a log file every few seconds and at the end', () => {
    const { clock, line, text } = shown(false);
    for (let i = 1; i <= 12; i++) {
      clock.advance(1_000);
      line.update(i * 1_500, i / 12);
    }
    line.end();
    expect(text()).toBe(
      'Reading a.csv: 41 %, 7,500 hotels, 1,500/s\nReading a.csv: 83 %, 15,000 hotels, 1,500/s\nReading a.csv: 100 %, 18,000 hotels, 1,500/s\n',
    );
  });

  it('a progress line is rewritten on a terminal and cleared at the end', () => {
    const { clock, line, text } = shown(true);
    line.update(0);
    line.update(1);
    clock.advance(100);
    line.update(20);
    line.end();
    expect(text()).toBe(
      '\r\u001b[KReading a.csv: 0 hotels\r\u001b[KReading a.csv: 20 hotels, 200/s\r\u001b[K',
    );
  });

  it('no progress line is written to a log file if the work finishes immediately', () => {
    const { line, text } = shown(false);
    line.update(10, 1);
    line.end();
    expect(text()).toBe('');
  });
});
