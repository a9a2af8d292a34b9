import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Notice } from '../../../components/feedback.tsx';
import { Field } from '../../../components/field.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import { formatNumber } from '../../../lib/format/format.ts';
import { showToast } from '../../../lib/toasts.tsx';
import { localMinute } from '../parts/local-minute.ts';

interface ReplayMissedProps {
  endpointId: string;
  open: boolean;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
const WHICH = [
  ['FAILED HELD', 'What failed and what was held'],
  ['FAILED', 'Only what failed'],
  ['HELD', 'Only what was held'],
  ['FAILED HELD DELIVERED', 'Everything, also what arrived'],
] as const;
type Statuses = ('FAILED' | 'HELD' | 'DELIVERED')[];

/** Everything an endpoint missed since a moment, sent again. */
export function ReplayMissed({ endpointId, open, onClose }: ReplayMissedProps) {
  const [since, setSince] = useState(() => localMinute(Date.now() - DAY_MS));
  const [which, setWhich] = useState<string>(WHICH[0][0]);
  const replay = useAction('deliveries/replay', {
    changes: ['deliveries', 'webhooks', 'events'],
    done: ({ queued }) => {
      showToast(queued === 0 ? 'Nothing was missed since then.' : `${formatNumber(queued)} queued again.`);
      onClose();
    },
  });
  const sinceMs = Date.parse(since);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const from = new Date(sinceMs).toISOString();
    void replay.run({ endpointId, from, statuses: which.split(' ') as Statuses });
  };
  const close = () => {
    replay.clear();
    onClose();
  };
  return (
    <Dialog open={open} title="Replay since a moment" onClose={close}>
      <form onSubmit={submit}>
        <Field label="Since" hint="In your time zone. Events are kept 30 days.">
          {control => (
            <input
              {...control}
              type="datetime-local"
              required
              value={since}
              max={localMinute(Date.now())}
              onChange={event => setSince(event.target.value)}
            />
          )}
        </Field>
        <Field label="Which" hint="Events keep their ids: a receiver that keeps them too sees no duplicate.">
          {control => (
            <select {...control} value={which} onChange={event => setWhich(event.target.value)}>
              {WHICH.map(([statuses, words]) => (
                <option key={statuses} value={statuses}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {replay.failure && <Notice failure={replay.failure} />}
        <div className="row end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="main" disabled={replay.busy || Number.isNaN(sinceMs)}>
            {replay.busy ? 'Working …' : 'Replay'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
