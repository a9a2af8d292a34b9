import { expect, test } from 'vitest';
import { judgeLicences } from './licences.ts';

test('the licence check reports packages with a missing or forbidden licence, except our own', () => {
  const { ok, output, summary } = judgeLicences({
    '': { license: 'Apache-2.0' },
    server: {},
    'node_modules/@serai/server': { link: true },
    'node_modules/good': { license: 'MIT' },
    'node_modules/either': { license: '(GPL-3.0-only OR MIT)' },
    'node_modules/a/node_modules/bad': { license: 'AGPL-3.0-only' },
    'node_modules/silent': {},
  });
  expect(ok).toBe(false);
  expect(output.split('\n')).toEqual(['bad: AGPL-3.0-only', 'silent: no licence is stated']);
  expect(summary).toBe('4 packages');
});
