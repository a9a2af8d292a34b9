/** The windows of a booking's terms as steps that a person can read. Pure. */
import type { Output } from '../../../lib/calls/operator-client.ts';

type Booking = Output<'bookings/show'>['booking'];

export interface CancellationStep {
  key: string;
  /** When it begins and ends, in words; null where there is no such end. */
  from: string | null;
  to: string | null;
  penalty: Booking['price']['net'];
  kind: 'free' | 'part' | 'full';
  when: 'past' | 'now' | 'later';
  /** Share of the drawn time, 0 to 1. */
  share: number;
}

export interface CancellationTimeline {
  steps: CancellationStep[];
  /** IANA name, or UTC where the zone of the property is not known. */
  zone: string;
}

/** Drawn from the making of the booking to the end of the stay; each step keeps room for its words. */
const LEAST_SHARE = 0.18;

export function cancellationTimeline(booking: Booking, nowMs: number): CancellationTimeline {
  const { cancellation, createdAt, checkOut, price } = booking;
  const zone = cancellation.propertyTimeZone ?? 'UTC';
  const words = zoneWords(zone);
  const beginMs = Date.parse(createdAt);
  const endMs = Date.parse(`${checkOut}T12:00:00Z`);
  const within = (ms: number) => Math.min(endMs, Math.max(beginMs, ms));
  const drawn = cancellation.windows.map(({ from, to, penalty }, i) => {
    const fromMs = from === null ? -Infinity : Date.parse(from);
    const toMs = to === null ? Infinity : Date.parse(to);
    return {
      key: String(i),
      from: from && words(from),
      to: to && words(to),
      penalty,
      kind: kindOf(penalty.amount, price.net.amount),
      when: nowMs >= toMs ? ('past' as const) : nowMs >= fromMs ? ('now' as const) : ('later' as const),
      share: Math.max(LEAST_SHARE, (within(toMs) - within(fromMs)) / Math.max(1, endMs - beginMs)),
    };
  });
  const total = drawn.reduce((sum, { share }) => sum + share, 0);
  return { zone, steps: drawn.map(step => ({ ...step, share: step.share / total })) };
}

function kindOf(penalty: string, net: string): CancellationStep['kind'] {
  if (!/[1-9]/.test(penalty)) return 'free';
  return penalty === net ? 'full' : 'part';
}

function zoneWords(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return instant => format.format(new Date(instant));
}
