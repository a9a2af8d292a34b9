import { TriangleAlert } from 'lucide-react';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { useMay } from '../../../lib/session-context.ts';
import { attentionReason, type Choice } from './attention-words.ts';

interface AttentionPanelProps {
  shown: Output<'bookings/show'>;
  choices: readonly Choice[];
  onResolve: () => void;
}

/** Why a person is called, and what there is to decide. */
export function AttentionPanel({ shown, choices, onResolve }: AttentionPanelProps) {
  const mayResolve = useMay('admin');
  return (
    <section className="panel attention" aria-labelledby="attention">
      <h2 id="attention">
        <TriangleAlert size={18} aria-hidden /> This booking needs a person
      </h2>
      <p>{attentionReason(shown)}</p>
      <p>
        Ask the provider, best in writing, what it holds under{' '}
        {shown.booking.providerReference ? (
          <code>{shown.booking.providerReference}</code>
        ) : (
          <>
            our reference <code>{shown.booking.bookingId}</code>
          </>
        )}
        . Then record what you found out. Nothing is sent to the provider by that.
      </p>
      <dl className="choices-explained">
        {choices.map(({ decision, label, meaning }) => (
          <div key={decision}>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      {mayResolve ? (
        <div>
          <button type="button" className="main" onClick={onResolve}>
            Settle this booking
          </button>
        </div>
      ) : (
        <p className="faint">An admin or owner can settle it.</p>
      )}
    </section>
  );
}
