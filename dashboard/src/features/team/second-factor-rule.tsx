import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay, useSession } from '../../lib/session-context.ts';

/** Whether everybody needs a second factor. Owners decide it, the others see it. */
export function SecondFactorRule({ without }: { without: number }) {
  const { session } = useSession();
  const isOwner = useMay('owner');
  const required = session.organisation.requireSecondFactor;
  const [asking, setAsking] = useState(false);
  const update = useAction('organisations/update', {
    changes: ['organisations', 'session', 'members'],
    toast: required ? 'A second factor is a choice again.' : 'Everybody needs a second factor now.',
    done: () => setAsking(false),
  });
  const change = () => void update.run({ requireSecondFactor: !required });

  return (
    <Card title="Second factor for everybody">
      <label className="switch-line">
        <input
          type="checkbox"
          checked={required}
          disabled={!isOwner || update.busy}
          onChange={() => (required ? change() : setAsking(true))}
        />
        <span className="lines">
          <strong>{required ? 'Required' : 'Not required'}</strong>
          <small className="faint">
            {required
              ? 'Whoever has none can only set one up until it is done.'
              : 'Each person decides in “My account”.'}
            {!isOwner && ' Only an owner changes this.'}
          </small>
        </span>
      </label>
      {update.failure && !asking && <Notice failure={update.failure} />}
      <ConfirmDialog
        open={asking}
        title="Require a second factor of everybody?"
        confirmLabel="Require it"
        onConfirm={change}
        onClose={() => setAsking(false)}
        busy={update.busy}
        failure={update.failure}
      >
        {words(without, session.secondFactor)}
      </ConfirmDialog>
    </Card>
  );
}

function words(without: number, ownIsOn: boolean): string {
  const others =
    without === 0
      ? 'Everybody here has one already.'
      : `${without === 1 ? 'One member has' : `${without} members have`} none yet and can only set one up until it is done.`;
  return ownIsOn ? others : `${others} You have none yourself: set it up first, in “My account”.`;
}
