/**
 * Orders the test files. The slowest folders run first, so that no worker is left with a long file at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slowest folders first. All other files keep Vitest's order. */
const LONG = ['e2e/', 'dashboard/test/', 'server/test/simulation/', 'server/src/content/place-data/'];

export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const path = moduleId.slice(project.config.root.length + 1);
  const found = LONG.findIndex(folder => path.startsWith(folder));
  return found === -1 ? LONG.length : found;
}
