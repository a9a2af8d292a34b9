import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { replaceSection, statedAims, withSummary } from '../bench/performance-page.ts';

const PAGE = `# Performance

<!-- summary -->
<!-- end of summary -->

<!-- one -->

| aim | target | this run | reached |
| --- | -----: | -------: | ------: |
| a   |    ≥ 1 |      0.9 |      no |

| measure | figure |
| ------- | -----: |
| b       |      2 |

\`npm run bench -- one\` on 2026-11-15: 2 × CPU.

<!-- end of one -->

<!-- two -->
<!-- end of two -->
`;

describe('the page with the results of the benchmarks', () => {
  test('the table at the top shows each aim with its benchmark, result and date', () => {
    const summary = withSummary(PAGE).split('<!-- end of summary -->')[0];
    expect(summary).toMatch(/\| one +\| a +\| +≥ 1 \| +0\.9 \| +no \| +2026-11-15 \|/);
    expect(summary).not.toMatch(/\| b /);
  });

  test('a new result replaces the one before and its aims', () => {
    const written = withSummary(
      replaceSection(
        withSummary(PAGE),
        'two',
        '| measure | target | this run | reached |\n| c | 1 | 1 | yes |',
      ),
    );
    expect(statedAims(written).map(({ benchmark, measure }) => [benchmark, measure])).toEqual([
      ['one', 'a'],
      ['two', 'c'],
    ]);
    expect(withSummary(written)).toBe(written);
  });

  test('a result without a section on the page is an error', () => {
    expect(() => replaceSection(PAGE, 'three', '')).toThrow('docs/performance.md has no section for three');
  });

  test('the table at the top of docs/performance.md agrees with the sections below', async () => {
    const page = await readFile(new URL('../docs/performance.md', import.meta.url), 'utf8');
    expect(withSummary(page)).toBe(page);
  });
});
