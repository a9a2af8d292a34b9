import { expect, test } from 'vitest';
import { measureSizes } from './sizes.ts';

function file(lines: number): string {
  return 'line\n'.repeat(lines);
}

test('the size check rejects files of more than 400 lines and lists files of more than 300', () => {
  const { long, faults } = measureSizes(
    new Map([
      ['server/src/a.ts', file(401)],
      ['server/src/b.ts', file(400)],
      ['server/src/c.ts', file(300)],
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

test('the size check counts files of fewer than 15 lines and files that only one other product file imports', () => {
  const sources = new Map([
    ['server/src/a.ts', `import { b } from './b.ts';\nimport { c } from './c.ts';\n${file(20)}`],
    ['server/src/b.ts', `import { c } from './c.ts';\n${file(20)}`],
    ['server/src/c.ts', file(14)],
    ['server/src/c.test.ts', "import { b } from './b.ts';\n"],
  ]);
  expect(measureSizes(sources)).toMatchObject({ files: 4, lines: 58, tiny: 1, soleImporters: 1 });
});

test('the size check ignores generated files', () => {
  const { files, faults } = measureSizes(new Map([['sdk/src/generated/a.ts', file(5000)]]));
  expect({ files, faults }).toEqual({ files: 0, faults: [] });
});

test('the size check leaves tests out of the median and the 90th percentile', () => {
  const sources = new Map(Array.from({ length: 10 }, (_, at) => [`tools/f${at}.ts`, file(at + 1)]));
  sources.set('tools/f.test.ts', file(100));
  expect(measureSizes(sources)).toMatchObject({ median: 6, p90: 10 });
});
