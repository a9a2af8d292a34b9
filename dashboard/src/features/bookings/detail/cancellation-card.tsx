import { Card } from '../../../components/card.tsx';
import { Badge } from '../../../components/feedback.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { type CancellationStep, cancellationTimeline } from './cancellation-steps.ts';

type Booking = Output<'bookings/show'>['booking'];

const SOURCES: Readonly<Record<Booking['cancellation']['deadlineSource'], string>> = {
  PROVIDER: 'The provider gave the moments.',
  PROPERTY_TIMEZONE: 'Read in the time zone of the property.',
  CONSERVATIVE: 'The zone of the property is not known, so deadlines were taken 14 hours early.',
};

export function CancellationCard({ booking }: { booking: Booking }) {
  const { cancellation, currentPenalty } = booking;
  const { steps, zone } = cancellationTimeline(booking, Date.now());
  return (
    <Card
      title="Cancellation"
      hint={`Times at the property (${zone}). ${SOURCES[cancellation.deadlineSource]}`}
    >
      {currentPenalty && (
        <p>
          Cancelling now costs <strong>{formatMoney(currentPenalty.amount)}</strong>
          {currentPenalty.validUntil && (
            <>
              , until <Timestamp at={currentPenalty.validUntil} exact /> your time
            </>
          )}
          .
        </p>
      )}
      <ol className="windows">
        {steps.map(step => (
          <li
            key={step.key}
            data-kind={step.kind}
            data-when={step.when}
            style={{ flexGrow: step.share * 100 }}
          >
            <span className="window-bar" aria-hidden="true" />
            <strong>{step.kind === 'free' ? 'Free' : formatMoney(step.penalty)}</strong>
            <span>{formatSpan(step)}</span>
            {step.when === 'now' && currentPenalty && <Badge tone="info">Now</Badge>}
          </li>
        ))}
      </ol>
      {cancellation.noShow && (
        <p className="faint">A guest who never arrives costs {formatMoney(cancellation.noShow.penalty)}.</p>
      )}
    </Card>
  );
}

function formatSpan({ from, to }: CancellationStep): string {
  if (from === null) return to === null ? 'At any time' : `Until ${to}`;
  return to === null ? `From ${from}` : `${from} to ${to}`;
}
