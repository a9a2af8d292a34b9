import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, repositoryRoot } from '../architecture/read-sources.ts';
import { replaceServiceReasons, serviceReasons } from './service-reasons.ts';

const sources = readSources();

test('docs/security.md lists every reason to see all partners (npm run generate updates it)', () => {
  const page = readFileSync(join(repositoryRoot, 'docs/security.md'), 'utf8');
  const reasons = serviceReasons(sources);
  expect(reasons.length).toBeGreaterThan(15);
  expect(page).toBe(replaceServiceReasons(page, reasons));
  for (const { reason } of reasons) expect(page).toContain(`| ${reason} |`);
});

test('every reason to see all partners is a sentence', () => {
  for (const { reason } of serviceReasons(sources)) expect(reason).toMatch(/^[A-Z][^|]{20,}\.$/);
});

test('a reason to see all partners is found wherever it is written and rejected if it is not a literal', () => {
  const at = (text: string) => serviceReasons(new Map([['server/src/a.ts', text]]));
  const reasons = (text: string) => at(text).map(({ reason }) => reason);
  expect(reasons("pool.asService('One.'); pool.asService(\n  \"It's two.\",\n)")).toEqual([
    "It's two.",
    'One.',
  ]);
  expect(reasons("acrossOrganisations('Three.', [])")).toEqual(['Three.']);
  expect(reasons("const kind = { serviceReason: 'Four.' }")).toEqual(['Four.']);
  expect(() => at('pool.asService(why)')).toThrow('server/src/a.ts');
  expect(() => at('const kind = { serviceReason: why }')).toThrow('server/src/a.ts');
  expect(serviceReasons(new Map([['server/src/a.test.ts', 'pool.asService(why)']]))).toEqual([]);
});

test('the database code does not use async_hooks, so the database scope is always passed as an argument', () => {
  const keeping = [...sources]
    .filter(
      ([file, text]) => file.startsWith('server/src/platform/database/') && text.includes('async_hooks'),
    )
    .map(([file]) => file);
  expect(keeping).toEqual([]);
});
