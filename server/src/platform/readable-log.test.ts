import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(
    createLog('info', {
      writeLine: line => {
        text += line;
      },
    }),
  );
  return text.replaceAll(/^\d\d:\d\d:\d\d/gm, 'TIME');
}

it('a readable log entry shows the time, level, message and fields on one line', () => {
  expect(
    logged(log => log.info({ number: 1, name: 'keys', role: 'all of it', none: null }, 'migrated')),
  ).toBe('TIME INFO  migrated  number=1 name=keys role="all of it" none=null\n');
  expect(logged(log => log.warn('slow'))).toBe('TIME WARN  slow\n');
});

it('a readable log entry shows the stack of an error below its line', () => {
  const lines = logged(log => log.error({ err: new Error('no room') }, 'a job failed')).split('\n');
  expect(lines[0]).toBe('TIME ERROR a job failed  err="Error: no room"');
  expect(lines[1]).toMatch(/^ +at /);
  expect(lines.at(-1)).toBe('');
});

it('a log field cannot control the terminal or start a new line', () => {
  const text = logged(log =>
    log.info({ name: '\u001b[2J\r\nTIME INFO  forged', err: { message: 'a\u0007b' } }, 'x\u009by'),
  );
  expect(text.match(/\n/g)).toHaveLength(1);
  expect(text.slice(0, -1)).not.toMatch(/\p{Cc}/u);
});

it('the readable log omits entries below the configured level', () => {
  expect(logged(log => log.debug('detail'))).toBe('');
});
