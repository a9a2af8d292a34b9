/** Deliveries and their attempts in words. Pure. */

import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs } from '../../lib/format/format.ts';
import type { Tone } from '../badge.tsx';

export type Delivery = Output<'deliveries/list'>['deliveries'][number];
export type DeliveryStatus = Delivery['status'];

export const DELIVERY_STATUSES: Readonly<Record<DeliveryStatus, { words: string; tone: Tone }>> = {
  PENDING: { words: 'On its way', tone: 'info' },
  DELIVERED: { words: 'Delivered', tone: 'good' },
  FAILED: { words: 'Failed', tone: 'bad' },
  HELD: { words: 'Held', tone: 'warn' },
};

export const DELIVERY_STATUS_OPTIONS = Object.entries(DELIVERY_STATUSES).map(
  ([status, { words }]) => [status, words] as const,
);

export function isDeliveryStatus(text: string | undefined): text is DeliveryStatus {
  return text !== undefined && Object.hasOwn(DELIVERY_STATUSES, text);
}

/** What the last attempt came to: `204 in 182 ms`. */
export function lastAttemptWords({ attempts }: Pick<Delivery, 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'Not tried yet';
  if (last.status !== null) return `${last.status} in ${formatMs(last.durationMs)}`;
  return last.error ?? 'No answer';
}

/** Its outcome may be told: an answer that was taken is noted a moment before the delivery is. */
export function isTold({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): boolean {
  const last = attempts.at(-1);
  return last !== undefined && (status !== 'PENDING' || last.error !== null);
}

/** A waiting delivery that was tried before is a retry. */
export function statusWords({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): string {
  if (status === 'PENDING' && attempts.length > 0) return 'Waits for a retry';
  return DELIVERY_STATUSES[status].words;
}
