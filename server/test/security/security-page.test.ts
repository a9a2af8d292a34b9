/** Checks that every test file named in docs/security.md exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../architecture/read-sources.ts';
import { withoutServiceReasons } from '../row-security/service-reasons.ts';

const page = readFileSync(join(repositoryRoot, 'docs/security.md'), 'utf8');
const rows = withoutServiceReasons(page)
  .split('\n')
  .filter(line => /^\| (?!risk|what|---)/.test(line))
  .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')));

test.each(rows)(
  'the risk "%s" on the security page refers to existing tests',
  (_risk, _control, tests = '') => {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(match => match[1] as string);
    expect(files.length).toBeGreaterThan(0);
    expect(
      files.filter(file => !file.endsWith('.test.ts') || !existsSync(join(repositoryRoot, file))),
    ).toEqual([]);
  },
);

test('the security page has a row for each of the ten risks', () => {
  const risks = rows.map(([risk = '']) => /^API\d+/.exec(risk)?.[0]).filter(Boolean);
  expect(risks).toEqual(Array.from({ length: 10 }, (_, i) => `API${i + 1}`));
});
