import { Badge } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';

export type Scenario = Output<'sandbox/scenarios'>['scenarios'][number];

export const GROUPS = [
  ['SEARCH', 'Search', 'Results of an availability search.'],
  ['QUOTE', 'Quote', 'Differences between a search and its quote.'],
  ['BOOK', 'Book', 'Outcomes of a booking, immediate or delayed.'],
  ['CANCEL', 'Cancel', 'Penalties and outcomes of a cancellation.'],
  ['PLATFORM', 'Platform', 'Responses from the API itself, such as rate limits.'],
] as const;

/** Every word must appear in the name, description, operation or status. */
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

/** Status of the last response, which shows the effect of the scenario. */
export function statusOf({ steps }: Pick<Scenario, 'steps'>): number {
  return steps.at(-1)?.status ?? 200;
}

export function StatusBadge({ status }: { status: number }) {
  const tone = status < 202 ? 'good' : status < 300 ? 'info' : status < 500 ? 'warn' : 'bad';
  return <Badge tone={tone}>{describeHttpStatus(status)}</Badge>;
}
