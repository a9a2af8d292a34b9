import { expect, test } from 'vitest';
import { measureSizes } from './sizes.ts';

function file(lines: number): string {
  return 'line\n'.repeat(lines);
}

test('a file past 400 lines fails, one past 250 is listed', () => {
  const { long, faults } = measureSizes(
    new Map([
      ['server/src/a.ts', file(401)],
      ['server/src/b.ts', file(400)],
      ['server/src/c.ts', file(250)],
      ['server/src/d.test.ts', file(402)],
    ]),
  );
  expect(faults).toEqual([
    'server/src/a.ts: 401 lines, at most 400',
    'server/src/d.test.ts: 402 lines, at most 400',
  ]);
  expect(long).toEqual([
    'server/src/d.test.ts: 402 lines',
    'server/src/a.ts: 401 lines',
    'server/src/b.ts: 400 lines',
  ]);
});

test('a sixteenth source file in a folder fails; tests beside them do not count', () => {
  const files = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, at) => [
        [`server/src/gateway/f${at}.ts`, ''] as const,
        [`server/src/gateway/f${at}.test.ts`, ''] as const,
      ]).flat(),
    );
  expect(measureSizes(files(20)).faults).toEqual([]);
  expect(measureSizes(files(21)).faults).toEqual(['server/src/gateway: 21 source files, at most 20']);
});

test('generated files are neither counted nor judged', () => {
  const { files, faults } = measureSizes(new Map([['sdk/src/generated/a.ts', file(5000)]]));
  expect({ files, faults }).toEqual({ files: 0, faults: [] });
});

test('median and 90th percentile are of the files that are no tests', () => {
  const sources = new Map(Array.from({ length: 10 }, (_, at) => [`tools/f${at}.ts`, file(at + 1)]));
  sources.set('tools/f.test.ts', file(100));
  expect(measureSizes(sources)).toMatchObject({ median: 6, p90: 10 });
});
