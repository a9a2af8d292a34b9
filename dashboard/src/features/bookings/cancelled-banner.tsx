import { Banner } from '../../components/feedback.tsx';
import { usePartners } from '../../components/partners/partners.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { isCharged } from './cancel-dialog.tsx';
import { useUncontacted } from './partner-notice.tsx';
import { type Settlement, settlementOf } from './settlement.ts';
import { useLedger } from './use-ledger.ts';

type Shown = Output<'bookings/show'>;

/** Shown after a cancellation on this page: what the partner gets back, and whether it has been notified. */
export function CancelledBanner({ shown }: { shown: Shown }) {
  const { booking, origin, deliveries } = shown;
  const partner = usePartners().get(origin?.partnerId ?? '')?.name ?? 'The partner';
  const ledger = useLedger(booking);
  const uncontacted = useUncontacted(shown);
  if (booking.status !== 'CANCELLED' || ledger.state === 'waiting') return null;
  const settled = ledger.state === 'ready' ? settlementOf(ledger.data.entries) : undefined;
  const words = [
    refundWords(partner, settled, isCharged(booking)),
    uncontacted === undefined ? notifiedWords(partner, deliveries) : undefined,
  ];
  return (
    <Banner tone={uncontacted === undefined ? 'good' : 'info'} title="The booking was cancelled.">
      {words.filter(Boolean).join(' ')}
    </Banner>
  );
}

/** Undefined until the refund is posted. */
export function refundWords(
  partner: string,
  settled: Settlement | undefined,
  wasCharged: boolean,
): string | undefined {
  if (settled === undefined) return wasCharged ? undefined : `${partner} was not charged.`;
  const { charged, penalty, refund } = settled;
  const parts = /[1-9]/.test(penalty.amount)
    ? `${formatMoney(charged)} paid, ${formatMoney(penalty)} penalty`
    : 'no penalty';
  return `Refund to ${partner}: ${formatMoney(refund)} (${parts}).`;
}

export function notifiedWords(
  partner: string,
  deliveries: readonly Pick<Shown['deliveries'][number], 'eventType' | 'status'>[],
): string | undefined {
  const sent = deliveries.filter(({ eventType }) => eventType === 'booking.cancelled');
  if (sent.some(({ status }) => status === 'DELIVERED')) return `${partner} was notified by webhook.`;
  return sent.length > 0 ? `${partner} is being notified by webhook.` : undefined;
}
