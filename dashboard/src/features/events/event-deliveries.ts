/** What became of an event, in words. Pure. */
import type { Tone } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

export type Event = Output<'events/list'>['events'][number];

type Counts = NonNullable<Event['deliveries']>;

export function deliveriesWords(counts: Counts | undefined): { words: string; tone: Tone } {
  const { delivered = 0, pending = 0, failed = 0, held = 0 } = counts ?? {};
  const all = delivered + pending + failed + held;
  if (all === 0) return { words: 'No endpoint', tone: 'plain' };
  if (failed > 0) return { words: `${failed} of ${all} failed`, tone: 'bad' };
  if (held > 0) return { words: `${held} of ${all} held`, tone: 'warn' };
  if (pending > 0) return { words: `${pending} of ${all} on the way`, tone: 'info' };
  return { words: all === 1 ? 'Delivered' : `All ${all} delivered`, tone: 'good' };
}

const ACTORS: Readonly<Record<NonNullable<Event['actor']>, string>> = {
  CLIENT: 'The client',
  PROVIDER: 'The provider',
  SERVICE: 'The service',
  OPERATOR: 'An operator',
};

export function actorWords(actor: Event['actor']): string {
  return actor === null ? '–' : ACTORS[actor];
}
