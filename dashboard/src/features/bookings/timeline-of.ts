/** Merges everything that happened to a booking into one list, newest first. Pure. */
import type { Delivery } from '../../components/deliveries.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

type Shown = Output<'bookings/show'>;
type Entry = Shown['history'][number];
type Note = NonNullable<Shown['notes']>[number];
type Exchange = NonNullable<Shown['audit']>['transactions'][number];
type LoggedRequest = Output<'requests/list'>['requests'][number];

export type Moment = { id: string; at: string } & (
  | { kind: 'change'; entry: Entry }
  | { kind: 'request'; request: LoggedRequest }
  | { kind: 'exchange'; exchange: Exchange }
  | { kind: 'delivery'; delivery: Delivery }
  | { kind: 'note'; note: Note }
);
export type Kind = Moment['kind'];

/** Causes come before effects: if times are equal, a request comes before the change that it caused. */
export const KINDS: readonly Kind[] = ['request', 'exchange', 'change', 'delivery', 'note'];

export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  change: 'Change',
  request: 'Request',
  exchange: 'Provider call',
  delivery: 'Delivery',
  note: 'Note',
};

interface Sources {
  history: readonly Entry[];
  requests: readonly LoggedRequest[];
  exchanges: readonly Exchange[];
  deliveries: readonly Delivery[];
  notes: readonly Note[];
}

export function timelineOf({ history, requests, exchanges, deliveries, notes }: Sources): Moment[] {
  const moments: Moment[] = [
    ...history.map(entry => ({
      kind: 'change' as const,
      id: `change ${entry.version}`,
      at: entry.at,
      entry,
    })),
    ...requests.map(request => ({ kind: 'request' as const, id: request.rowId, at: request.at, request })),
    ...exchanges.map((exchange, i) => ({
      kind: 'exchange' as const,
      id: `exchange ${i}`,
      at: exchange.startedAt,
      exchange,
    })),
    ...deliveries.map(delivery => ({
      kind: 'delivery' as const,
      id: delivery.deliveryId,
      at: delivery.createdAt,
      delivery,
    })),
    ...notes.map(note => ({ kind: 'note' as const, id: note.noteId, at: note.at, note })),
  ];
  const rank = ({ kind }: Moment) => KINDS.indexOf(kind);
  return moments.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || rank(b) - rank(a));
}
