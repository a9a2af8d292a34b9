import { RESET_WORDS } from '@serai/contract/account/fields.ts';
import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';

type Deleted = Output<'sandbox/reset'>['deleted'];

export function ResetTab() {
  const [asking, setAsking] = useState(false);
  const [deleted, setDeleted] = useState<Deleted>();
  const mayReset = useMay('admin');
  const reset = useAction('sandbox/reset', {
    said: 'The sandbox is empty.',
    changes: ['bookings', 'events', 'deliveries', 'webhooks', 'hotels', 'inventory'],
    done: output => {
      setAsking(false);
      setDeleted(output.deleted);
    },
  });
  return (
    <>
      {deleted && (
        <Banner tone="good" title="The sandbox is empty.">
          Deleted: {deletedText(deleted)}.
        </Banner>
      )}
      <Card title="Empty the sandbox" hint="A fresh start for tests. It cannot be undone.">
        <div className="grid">
          <div className="expected">
            <h3>Goes</h3>
            <ul className="plain-list">
              <li>Bookings with their history and provider exchanges</li>
              <li>Quotes, and rooms held for them</li>
              <li>Events and webhook deliveries</li>
              <li>What was sold of your own inventory in the sandbox: the rooms are free again</li>
            </ul>
          </div>
          <div className="expected">
            <h3>Stays</h3>
            <ul className="plain-list">
              <li>Everything of production</li>
              <li>Keys, webhook endpoints, providers and people</li>
              <li>The catalogue, prices and allotments</li>
              <li>The request log and the audit log, where this is recorded</li>
            </ul>
          </div>
        </div>
        <p className="hint">
          What a connected provider of somebody else holds is not cancelled there. Requests under way may
          fail.
        </p>
        <div className="row">
          <button type="button" className="main bad" disabled={!mayReset} onClick={() => setAsking(true)}>
            Reset the sandbox
          </button>
          {!mayReset && <span className="hint">This needs the role admin.</span>}
        </div>
      </Card>
      <ConfirmDialog
        open={asking}
        title="Reset the sandbox"
        danger
        typeToConfirm={RESET_WORDS}
        confirmLabel="Delete it all"
        busy={reset.busy}
        failure={reset.failure}
        onConfirm={() => void reset.run({ confirm: RESET_WORDS })}
        onClose={() => {
          setAsking(false);
          reset.clear();
        }}
      >
        Every booking, quote, hold, event and delivery of the sandbox is deleted. Production is not touched.
      </ConfirmDialog>
    </>
  );
}

function deletedText({ bookings, quotes, holds, events, deliveries }: Deleted): string {
  const counts = { bookings, quotes, holds, events, deliveries };
  return Object.entries(counts)
    .map(([name, count]) => `${formatNumber(count)} ${name}`)
    .join(', ');
}
