/** Scenarios as a person looks for them. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type Scenario = Output<'sandbox/scenarios'>['scenarios'][number];

export const GROUPS = [
  ['SEARCH', 'Search', 'What availability answers.'],
  ['QUOTE', 'Quote', 'What differs between a search and its quote.'],
  ['BOOK', 'Book', 'What becomes of a booking, at once or later.'],
  ['CANCEL', 'Cancel', 'What a cancellation costs and what becomes of it.'],
  ['PLATFORM', 'Platform', 'What the service itself can be made to answer.'],
] as const;

/** Every word typed must stand in the name, the description or the status. */
export function matchingScenarios(
  scenarios: readonly Scenario[],
  { text = '', group }: { text?: string | undefined; group?: string | undefined },
): Scenario[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return scenarios.filter(scenario => {
    if (group !== undefined && scenario.group !== group) return false;
    const all =
      `${scenario.name} ${scenario.description} ${scenario.operation} ${statusOf(scenario)}`.toLowerCase();
    return words.every(word => all.includes(word));
  });
}

/** Of the answer that shows the scenario. */
export function statusOf({ steps }: Pick<Scenario, 'steps'>): number {
  return steps.at(-1)?.status ?? 200;
}
