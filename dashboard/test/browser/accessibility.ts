/** What axe finds wrong with a page by WCAG 2.2, levels A and AA. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Finding {
  id: string;
  help: string;
  nodes: { target: unknown[]; failureSummary: string }[];
}

export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Through the inspector, which the content policy of the page does not concern.
  const found = (await page.evaluate(
    `(() => { ${AXE}; return axe.run(document, ${JSON.stringify({
      runOnly: TAGS,
      resultTypes: ['violations'],
    })}); })()`,
  )) as { violations: Finding[] };
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${help}. ${failureSummary}`),
  );
}
