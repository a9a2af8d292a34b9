import { expect, test } from 'vitest';
import { readReport, renderReport } from './test-report.mjs';

test('the test report of a successful run consists of the counts only', () => {
  expect(renderReport({ files: [], passed: 12, failures: [], repeated: [], skipped: [] })).toBe(
    '12 passed, 0 failed, 0 skipped',
  );
});

test('the test report lists skipped tests with their reasons and truncates a long list', () => {
  const skipped = Array.from({ length: 7 }, (_, at) => ({ file: 'a.test.ts', name: `case ${at}` }));
  const text = renderReport({
    files: [],
    passed: 1,
    failures: [],
    repeated: [],
    skipped: [{ file: 'b.test.ts', name: 'on Redis', reason: 'REDIS_URL is not set' }, ...skipped],
  });
  expect(text.split('\n')).toEqual([
    'SKIPPED: 8 tests in 2 files did not run',
    '  b.test.ts',
    '    on Redis: REDIS_URL is not set',
    '  a.test.ts',
    '    case 0',
    '    case 1',
    '    case 2',
    '    case 3',
    '    case 4',
    '    and 2 more',
    '',
    '1 passed, 0 failed, 8 skipped',
  ]);
});

test('the test report repeats why tests failed, also those that passed when repeated, just above the counts', () => {
  const failures = [
    { file: 'a.test.ts', name: 'group > case', error: 'expected 1\nto be 2' },
    { file: 'b.test.ts', error: 'no such module' },
  ];
  const repeated = [{ file: 'c.test.ts', name: 'case', error: 'too slow' }];
  expect(renderReport({ files: [], passed: 1, failures, repeated, skipped: [] }).split('\n')).toEqual([
    'FAILED AT FIRST, then passed:',
    '  c.test.ts > case',
    '    too slow',
    '',
    'FAILED:',
    '  a.test.ts > group > case',
    '    expected 1',
    '    to be 2',
    '  b.test.ts',
    '    no such module',
    '',
    '1 passed, 2 failed, 0 skipped',
  ]);
});

test('the test report states that a run ended without a result', () => {
  expect(renderReport(readReport('/nowhere/report.json'))).toContain('ended without a result');
});
