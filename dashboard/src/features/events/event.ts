/** Short descriptions of an event's deliveries and its actor. Pure. */
import type { Tone } from '../../components/feedback.tsx';
import { actorLabel } from '../../lib/actor-name.ts';
import type { Output } from '../../lib/calls/operator-client.ts';

export type Event = Output<'events/list'>['events'][number];

type Counts = NonNullable<Event['deliveries']>;

export function summariseDeliveries(counts: Counts | undefined): { label: string; tone: Tone } {
  const { delivered = 0, pending = 0, failed = 0, held = 0 } = counts ?? {};
  const all = delivered + pending + failed + held;
  if (all === 0) return { label: 'Not sent', tone: 'plain' };
  if (failed > 0) return { label: `${failed} of ${all} failed`, tone: 'bad' };
  if (held > 0) return { label: `${held} of ${all} on hold`, tone: 'warn' };
  if (pending > 0) return { label: `${pending} of ${all} pending`, tone: 'info' };
  return { label: all === 1 ? 'Delivered' : `All ${all} delivered`, tone: 'good' };
}

export function describeActor(actor: Event['actor']): string {
  return actor === null ? '–' : actorLabel(actor);
}
