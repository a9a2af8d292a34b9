import { Card } from '../../components/card.tsx';
import { Badge } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatSignedMoney } from '../../lib/format/format.ts';
import { describeReason } from './booking-status.tsx';
import { effectsOf, netOf, nothingOwed, type Settlement, settlementOf } from './settlement.ts';
import { useLedger } from './use-ledger.ts';
import { deadlineText, ZonedTime } from './zoned-time.tsx';

type Booking = Output<'bookings/show'>['booking'];

/** Follows the sentence about the time zone. */
const SOURCES: Readonly<Record<Booking['cancellation']['deadlineSource'], string>> = {
  PROVIDER: ' They come from the provider.',
  PROPERTY_TIMEZONE: '',
  CONSERVATIVE: ' They are 14 hours early, because the property’s time zone is unknown.',
};

interface CancellationCardProps {
  booking: Booking;
  /** Whether the panel above states the current deadline. */
  isDeciding: boolean;
}

/** The penalties that apply now and later. A booking that is over shows only how it ended. */
export function CancellationCard({ booking, isDeciding }: CancellationCardProps) {
  const end = howItEnded(booking);
  if (end === undefined) {
    return (
      <Card title="Cancellation" hint={termsHint(booking)}>
        {!isDeciding && <CurrentPenalty booking={booking} />}
        <PenaltySteps booking={booking} isLive />
      </Card>
    );
  }
  return (
    <Card title={booking.status === 'CANCELLED' ? 'Cancellation' : 'Outcome'}>
      <p>
        {end.what}
        {end.at !== null && (
          <>
            {' on '}
            <ZonedTime at={end.at} zone={booking.cancellation.propertyTimeZone} ownFirst />
          </>
        )}
        .
      </p>
      <SettlementList booking={booking} />
      <details>
        <summary>Terms at the time of booking</summary>
        <p className="hint">{termsHint(booking)}</p>
        <PenaltySteps booking={booking} isLive={false} />
      </details>
    </Card>
  );
}

function termsHint({ cancellation: { propertyTimeZone, deadlineSource } }: Booking): string {
  const zone = propertyTimeZone === null ? 'in UTC' : `in the property’s time zone (${propertyTimeZone})`;
  return `Deadlines are ${zone}.${SOURCES[deadlineSource]}`;
}

interface End {
  /** The beginning of a sentence, for example `Cancelled by the hotel`. */
  what: string;
  at: string | null;
}

/** How a booking ended. Undefined while it can still be cancelled. */
export function howItEnded({ status, statusReason, cancelledAt }: Booking): End | undefined {
  const reason = statusReason === null ? '' : describeReason(statusReason);
  switch (status) {
    case 'CANCELLED':
      // Every known reason of a cancellation names who cancelled: "by the hotel".
      return { what: `Cancelled ${reason}`.trim(), at: cancelledAt };
    case 'REJECTED':
      return { what: reason === '' ? 'Rejected' : `Rejected: ${reason}`, at: null };
    case 'COMPLETED':
      return { what: 'The stay is over', at: null };
    case 'NO_SHOW':
      return { what: 'The guests did not arrive', at: null };
    default:
      return undefined;
  }
}

/** What the booking cost the partner in the end. Nothing if the role may not see the ledger. */
function SettlementList({ booking }: { booking: Booking }) {
  const read = useLedger(booking);
  const entries = read.state === 'ready' ? read.data.entries : [];
  const settled = booking.status === 'CANCELLED' ? settlementOf(entries) : undefined;
  if (settled) return <Settled settled={settled} />;
  const rows = effectsOf(entries);
  const [first] = rows;
  if (first === undefined) return null;
  const net = netOf(entries) ?? nothingOwed(first.money);
  return (
    <dl className="amounts">
      {rows.map(({ label, money }) => (
        <Amount key={label} label={label} text={formatSignedMoney(money)} />
      ))}
      <Amount label={net.label} text={formatMoney(net.money)} isNet />
    </dl>
  );
}

/** The refund is what was charged minus the penalty, as in the dialog of the cancellation. */
function Settled({ settled: { charged, penalty, refund } }: { settled: Settlement }) {
  return (
    <dl className="amounts">
      <Amount label="Charged for the booking" text={formatMoney(charged)} />
      <Amount label="Penalty" text={formatMoney(penalty)} />
      <Amount label="Refund to the partner" text={formatMoney(refund)} isNet />
    </dl>
  );
}

function Amount({ label, text, isNet }: { label: string; text: string; isNet?: boolean }) {
  return (
    <div data-net={isNet}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function CurrentPenalty({ booking: { cancellation, currentPenalty } }: { booking: Booking }) {
  if (currentPenalty === null) return null;
  const { amount, validUntil } = currentPenalty;
  const until =
    validUntil === null ? '' : ` until ${deadlineText(validUntil, cancellation.propertyTimeZone)}`;
  if (!/[1-9]/.test(amount.amount)) return <p>Free to cancel{until}.</p>;
  return (
    <p>
      Cancelling costs <strong>{formatMoney(amount)}</strong>
      {until}.
    </p>
  );
}

function PenaltySteps({ booking, isLive }: { booking: Booking; isLive: boolean }) {
  const { cancellation, currentPenalty } = booking;
  const { steps } = cancellationTimeline(booking, isLive ? Date.now() : 0);
  return (
    <>
      <ol className="windows">
        {steps.map(step => (
          <li
            key={step.key}
            data-kind={step.kind}
            data-when={isLive ? step.when : undefined}
            style={{ flexGrow: step.share * 100 }}
          >
            <span className="window-bar" aria-hidden="true" />
            <strong>{step.kind === 'free' ? 'Free' : formatMoney(step.penalty)}</strong>
            <span>{formatPeriod(step)}</span>
            {isLive && step.when === 'now' && currentPenalty && <Badge tone="info">Now</Badge>}
          </li>
        ))}
      </ol>
      {cancellation.noShow && (
        <p className="faint">A no-show costs {formatMoney(cancellation.noShow.penalty)}.</p>
      )}
    </>
  );
}

function formatPeriod({ from, to }: CancellationStep): string {
  if (from === null) return to === null ? 'At any time' : `Until ${to}`;
  return to === null ? `From ${from}` : `${from} to ${to}`;
}

interface CancellationStep {
  key: string;
  /** Formatted start and end. Null if the step has no start or no end. */
  from: string | null;
  to: string | null;
  penalty: Booking['price']['net'];
  kind: 'free' | 'part' | 'full';
  when: 'past' | 'now' | 'later';
  /** Share of the timeline, between 0 and 1. */
  share: number;
}

interface CancellationTimeline {
  steps: CancellationStep[];
  /** IANA name, or UTC if the time zone of the property is unknown. */
  zone: string;
}

/** Each step needs space for its text. */
const MIN_SHARE = 0.18;

/** The penalty steps between the creation of the booking and the end of the stay. */
export function cancellationTimeline(booking: Booking, nowMs: number): CancellationTimeline {
  const { cancellation, createdAt, checkOut, price } = booking;
  const zone = cancellation.propertyTimeZone ?? 'UTC';
  const format = formatInZone(zone);
  const startMs = Date.parse(createdAt);
  const endMs = Date.parse(`${checkOut}T12:00:00Z`);
  const within = (ms: number) => Math.min(endMs, Math.max(startMs, ms));
  const drawn = cancellation.windows.map(({ from, to, penalty }, i) => {
    const fromMs = from === null ? -Infinity : Date.parse(from);
    const toMs = to === null ? Infinity : Date.parse(to);
    return {
      key: String(i),
      from: from && format(from),
      to: to && format(to),
      penalty,
      kind: kindOf(penalty.amount, price.net.amount),
      when: nowMs >= toMs ? ('past' as const) : nowMs >= fromMs ? ('now' as const) : ('later' as const),
      share: Math.max(MIN_SHARE, (within(toMs) - within(fromMs)) / Math.max(1, endMs - startMs)),
    };
  });
  const total = drawn.reduce((sum, { share }) => sum + share, 0);
  return { zone, steps: drawn.map(step => ({ ...step, share: step.share / total })) };
}

function kindOf(penalty: string, net: string): CancellationStep['kind'] {
  if (!/[1-9]/.test(penalty)) return 'free';
  return penalty === net ? 'full' : 'part';
}

function formatInZone(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return instant => format.format(new Date(instant));
}
