/** Checks that a page is accessible (WCAG 2.2, levels A and AA, by axe) and fits its window. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Finding {
  id: string;
  help: string;
  nodes: { target: unknown[]; failureSummary: string }[];
}

export async function accessibilityViolations(page: Page): Promise<string[]> {
  // The script runs through the inspector, which bypasses the page's content security policy.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`(() => { ${AXE} })()`);
  const options = { runOnly: TAGS, resultTypes: ['violations'] };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: Finding[];
  };
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${help}. ${failureSummary}`),
  );
}

export async function expectUsable(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
}

export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(width)).toBe(0);
}
