/** Merges everything that happened to a booking into one list. Pure. */
import type { Entry as LedgerEntry } from '../../components/billing/entry-kinds.ts';
import type { Delivery } from '../../components/deliveries.tsx';
import { type Exchange, OUTCOMES } from '../../components/exchanges/exchange-outcomes.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs } from '../../lib/format/format.ts';

type Shown = Output<'bookings/show'>;
type Change = Shown['history'][number];
type Note = NonNullable<Shown['notes']>[number];
type LoggedRequest = Output<'requests/list'>['requests'][number];

export type Moment = { id: string; at: string } & (
  | { kind: 'change'; entry: Change; isErasure: boolean }
  | { kind: 'request'; request: LoggedRequest }
  | { kind: 'exchange'; exchange: Exchange }
  | { kind: 'delivery'; delivery: Delivery }
  | { kind: 'note'; note: Note }
  | { kind: 'ledger'; ledger: LedgerEntry }
);
export type Kind = Moment['kind'];

/** Causes come before effects: if times are equal, a request comes before the change that it caused. */
export const KINDS: readonly Kind[] = ['request', 'exchange', 'change', 'ledger', 'delivery', 'note'];

export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  change: 'Change',
  request: 'Request',
  exchange: 'Provider call',
  ledger: 'Ledger',
  delivery: 'Delivery',
  note: 'Note',
};

/** Labels of the filters. */
export const KIND_PLURALS: Readonly<Record<Kind, string>> = {
  change: 'Changes',
  request: 'Requests',
  exchange: 'Provider calls',
  ledger: 'Ledger entries',
  delivery: 'Deliveries',
  note: 'Notes',
};

interface Sources {
  history: readonly Change[];
  /** When the personal data was erased. The change that erased it has the same time. */
  erasedAt: string | null;
  requests: readonly LoggedRequest[];
  exchanges: readonly Exchange[];
  ledger: readonly LedgerEntry[];
  deliveries: readonly Delivery[];
  notes: readonly Note[];
}

/** Oldest first. */
export function timelineOf(sources: Sources): Moment[] {
  const { history, erasedAt, requests, exchanges, ledger, deliveries, notes } = sources;
  const moments: Moment[] = [
    ...history.map(entry => ({
      kind: 'change' as const,
      id: `change ${entry.version}`,
      at: entry.at,
      entry,
      isErasure: entry.event === 'booking.updated' && entry.at === erasedAt,
    })),
    ...requests.map(request => ({ kind: 'request' as const, id: request.rowId, at: request.at, request })),
    ...exchanges.map((exchange, i) => ({
      kind: 'exchange' as const,
      id: `exchange ${i}`,
      at: exchange.startedAt,
      exchange,
    })),
    ...ledger.map(each => ({ kind: 'ledger' as const, id: each.entryId, at: each.at, ledger: each })),
    ...deliveries.map(delivery => ({
      kind: 'delivery' as const,
      id: delivery.deliveryId,
      at: delivery.createdAt,
      delivery,
    })),
    ...notes.map(note => ({ kind: 'note' as const, id: note.noteId, at: note.at, note })),
  ];
  const rank = ({ kind }: Moment) => KINDS.indexOf(kind);
  return moments.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank(a) - rank(b));
}

/** The kinds that the URL names, or undefined for all of them. Unknown names are ignored. */
export function kindsIn(text: string | undefined): readonly Kind[] | undefined {
  const named = text?.split(',') ?? [];
  const known = KINDS.filter(kind => named.includes(kind));
  return known.length === 0 ? undefined : known;
}

/** The kinds in the URL after the user has chosen one more or one fewer. Undefined means all of them. */
export function toggleKind(chosen: readonly Kind[] | undefined, kind: Kind): string | undefined {
  const others = (chosen ?? []).filter(each => each !== kind);
  const next = chosen?.includes(kind) ? others : [...others, kind];
  return next.length === 0 ? undefined : KINDS.filter(each => next.includes(each)).join(',');
}

interface Day<Entry> {
  /** For example `Tuesday, 17 November 2026`. */
  label: string;
  moments: Entry[];
}

/** Groups entries by the day in the time zone of the user. They keep their order. */
export function groupByDay<Entry extends Moment>(moments: readonly Entry[], timeZone?: string): Day<Entry>[] {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone });
  const days: Day<Entry>[] = [];
  for (const moment of moments) {
    const label = format.format(new Date(moment.at));
    const last = days.at(-1);
    if (last?.label === label) last.moments.push(moment);
    else days.push({ label, moments: [moment] });
  }
  return days;
}

interface DeliveryText {
  before: string;
  /** Follows the address of the endpoint. */
  after: string;
}

/** What happened to a delivery, for example `Delivered to https://example.com/hooks in 120 ms`. */
export function describeDelivery({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): DeliveryText {
  const last = attempts.at(-1);
  if (status === 'HELD') return { before: 'On hold, because ', after: ' is paused or disabled' };
  if (last === undefined) return { before: 'Waiting to be sent to ', after: '' };
  const duration = formatMs(last.durationMs);
  if (last.error !== null) {
    const error = last.error.replace(/\.$/, '');
    const outcome = status === 'FAILED' ? 'Serai will not retry.' : 'Serai will retry.';
    return { before: `Attempt ${last.number} to `, after: ` failed after ${duration}: ${error}. ${outcome}` };
  }
  // A delivery that is sent again keeps its earlier attempts.
  if (status === 'PENDING') {
    return {
      before: `Attempt ${last.number} to `,
      after: ` succeeded after ${duration}. The delivery is pending.`,
    };
  }
  return {
    before: 'Delivered to ',
    after: ` in ${duration}${last.number > 1 ? `, attempt ${last.number}` : ''}`,
  };
}

/** Whether an entry is a check at the provider that failed. */
export function isFailedCheck({ operation, outcome }: Pick<Exchange, 'operation' | 'outcome'>): boolean {
  return operation === 'lookup' && OUTCOMES[outcome].tone === 'bad';
}

/** Whether an entry reports a failure and is marked. Once the outcome is settled, a failed check is no alarm. */
export function isFailed(moment: Moment, isSettled: boolean): boolean {
  switch (moment.kind) {
    case 'request':
      return moment.request.status >= 400 || moment.request.status === 0;
    case 'exchange':
      if (isSettled && isFailedCheck(moment.exchange)) return false;
      return OUTCOMES[moment.exchange.outcome].tone === 'bad';
    case 'delivery':
      return moment.delivery.status === 'FAILED' || moment.delivery.attempts.at(-1)?.error != null;
    default:
      return false;
  }
}
