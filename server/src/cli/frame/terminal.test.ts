import { describe, expect, it } from 'vitest';
import { aroundProgress, REWRITE } from './terminal.ts';

/** Simulates both streams, either on a terminal or redirected to files. */
function streams(isTTY: boolean, columns = 80) {
  let bytes = '';
  const stream = {
    isTTY,
    columns,
    write(text: string) {
      bytes += text;
      return true;
    },
  };
  const { out, err } = aroundProgress(stream as never, stream as never);
  const screen = () => bytes.split('\n').map(line => line.split(REWRITE).at(-1));
  return { out, err, bytes: () => bytes, screen };
}

describe('a progress line on a terminal', () => {
  it('a progress line stays below log lines and output', () => {
    const { out, err, screen } = streams(true);
    err(`${REWRITE}Reading places: 1 %`);
    err('12:00:00 INFO  one\n');
    expect(screen()).toEqual(['12:00:00 INFO  one', 'Reading places: 1 %']);
    out('Stopping.\n');
    err(`${REWRITE}Reading places: 2 %`);
    expect(screen()).toEqual(['12:00:00 INFO  one', 'Stopping.', 'Reading places: 2 %']);
    err(REWRITE);
    out('Serai is ready.\n');
    expect(screen()).toEqual(['12:00:00 INFO  one', 'Stopping.', 'Serai is ready.', '']);
  });

  it('a progress line is removed before a question', () => {
    const { out, err, screen } = streams(true);
    err(`${REWRITE}Reading places: 1 %`);
    err('Go on? ');
    out('yes\n');
    expect(screen()).toEqual(['Go on? yes', '']);
  });

  it('a progress line is truncated to the terminal width, because a wrapped line cannot be cleared', () => {
    const { err, screen } = streams(true, 20);
    err(`${REWRITE}${'x'.repeat(50)}`);
    expect(screen()).toEqual(['x'.repeat(19)]);
  });
});

it('output that goes to a file is written unchanged', () => {
  const { out, err, bytes } = streams(false);
  out('{"a":1}\n');
  err('Reading places\n');
  out('text without an end');
  expect(bytes()).toBe('{"a":1}\nReading places\ntext without an end');
});
