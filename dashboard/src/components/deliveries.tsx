import type { Output } from '../lib/calls/operator-client.ts';
import { formatDateTime, formatDue, formatMs } from '../lib/format/format.ts';
import { describeHttpStatus } from '../lib/format/http-status.ts';
import { BodyView } from './code.tsx';
import { Badge, type Tone } from './feedback.tsx';
import { Timestamp } from './timestamp.tsx';

export type Delivery = Output<'deliveries/list'>['deliveries'][number];
type DeliveryStatus = Delivery['status'];

const DELIVERY_STATUSES: Readonly<Record<DeliveryStatus, { label: string; tone: Tone }>> = {
  PENDING: { label: 'Pending', tone: 'info' },
  DELIVERED: { label: 'Delivered', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  HELD: { label: 'On hold', tone: 'warn' },
};

export const DELIVERY_STATUS_OPTIONS = Object.entries(DELIVERY_STATUSES).map(
  ([status, { label }]) => [status, label] as const,
);

export function isDeliveryStatus(text: string | undefined): text is DeliveryStatus {
  return text !== undefined && Object.hasOwn(DELIVERY_STATUSES, text);
}

/** Result of the last attempt, for example `204 No Content in 182 ms`. */
export function describeLastAttempt({ attempts }: Pick<Delivery, 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'No attempts yet';
  if (last.status !== null) return `${describeHttpStatus(last.status)} in ${formatMs(last.durationMs)}`;
  return last.error ?? 'No response';
}

/** Whether the outcome is known. A successful attempt is stored shortly before the delivery itself is updated. */
export function hasOutcome({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): boolean {
  const last = attempts.at(-1);
  return last !== undefined && (status !== 'PENDING' || last.error !== null);
}

/** A pending delivery whose last attempt failed is waiting for a retry. One that is sent again may have succeeded before. */
export function describeStatus({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): string {
  if (status === 'PENDING' && attempts.at(-1)?.error != null) return 'Retry pending';
  return DELIVERY_STATUSES[status].label;
}

/** When a delivery whose last attempt failed is sent again, for example `Retry in 4 min`. Undefined if no retry is pending. */
export function describeRetry(
  { status, attempts, nextAttemptAt }: Pick<Delivery, 'status' | 'attempts' | 'nextAttemptAt'>,
  nowMs = Date.now(),
): string | undefined {
  const last = attempts.at(-1);
  if (status !== 'PENDING' || last === undefined || last.error === null) return undefined;
  const due = nextAttemptAt === null ? 'due now' : formatDue(nextAttemptAt, nowMs);
  return `Retry ${due.replace(/ minutes?$/, ' min')}`;
}

/** Whether an attempt failed or the delivery is on hold, so that it is sent again if a user asks for it. */
export function mayRetry({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): boolean {
  if (status === 'PENDING') return attempts.at(-1)?.error != null;
  return status === 'FAILED' || status === 'HELD';
}

export function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  const retry = describeRetry(delivery);
  if (retry !== undefined) {
    return (
      <span title={delivery.nextAttemptAt === null ? undefined : formatDateTime(delivery.nextAttemptAt)}>
        <Badge tone="warn">{retry}</Badge>
      </span>
    );
  }
  return <Badge tone={DELIVERY_STATUSES[delivery.status].tone}>{describeStatus(delivery)}</Badge>;
}

/** All attempts of a delivery with their responses, newest first, and the time of the next attempt. */
export function DeliveryAttempts({ delivery }: { delivery: Delivery }) {
  const { attempts, nextAttemptAt, status } = delivery;
  return (
    <ol className="attempts">
      {nextAttemptAt !== null && (
        <li data-tone="info">
          <strong>{attempts.length === 0 ? 'First attempt' : `Attempt ${attempts.length + 1}`}</strong>{' '}
          <Timestamp at={nextAttemptAt} isDue /> (<Timestamp at={nextAttemptAt} exact />)
        </li>
      )}
      {status === 'HELD' && (
        <li data-tone="warn">
          On hold because the endpoint was paused or disabled. Enable it, then resend this delivery.
        </li>
      )}
      {attempts.toReversed().map(attempt => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      {attempts.length === 0 && nextAttemptAt === null && status !== 'HELD' && (
        <li className="faint">No attempts yet.</li>
      )}
    </ol>
  );
}

function Attempt({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { number, at, durationMs, status, error, answer } = attempt;
  return (
    <li data-tone={error === null ? 'good' : 'bad'}>
      <div className="row">
        <strong>Attempt {number}</strong>
        <Badge tone={error === null ? 'good' : 'bad'}>{describeHttpStatus(status ?? 0)}</Badge>
        <span className="faint">
          <Timestamp at={at} exact withSeconds /> (<Timestamp at={at} />) · {formatMs(durationMs)}
        </span>
      </div>
      {error !== null && <p>{error}</p>}
      {answer ? (
        <details>
          <summary>Show response</summary>
          <BodyView text={answer} label="response" />
        </details>
      ) : (
        status !== null && <p className="faint">The response had no body.</p>
      )}
    </li>
  );
}
