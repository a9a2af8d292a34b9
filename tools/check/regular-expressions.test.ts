import { expect, test } from 'vitest';
import { checkRegularExpressions } from './regular-expressions.ts';

const judge = (file: string, text: string) => checkRegularExpressions(new Map([[file, text]]));

test('a regular expression with catastrophic backtracking is reported wherever it appears', async () => {
  const text = 'const SLOW = /^(a|a)*$/;';
  for (const file of ['server/src/x.ts', 'server/src/reference/parts/html.ts']) {
    expect(await judge(file, text)).toMatchObject({
      ok: false,
      output: expect.stringMatching(/^server\S+:1 \/\^\(a\|a\)\*\$\/ exponential/),
    });
  }
});

test('a slow regular expression is allowed only if it is listed or appears in a test', async () => {
  const text = 'const SLOW = /x+$/;';
  expect((await judge('server/src/x.ts', text)).ok).toBe(false);
  expect((await judge('server/src/reference/parts/html.ts', text)).ok).toBe(true);
  expect((await judge('server/src/x.test.ts', text)).ok).toBe(true);
  expect(await judge('contract/src/x.ts', 'const GOOD = /^[a-z]{1,20}$/u;')).toMatchObject({
    ok: true,
    summary: '1 of them',
  });
});
