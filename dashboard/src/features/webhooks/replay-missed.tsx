import { useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { dateAndTime } from '../../components/pickers/date-range.ts';
import { DateTimeField } from '../../components/pickers/date-time-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { replayStart } from './endpoint.ts';

interface ReplayMissedProps {
  endpointId: string;
  open: boolean;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
const STATUS_CHOICES = [
  ['FAILED HELD PENDING', 'All that are not delivered'],
  ['FAILED', 'Failed only'],
  ['HELD', 'On hold only'],
  ['FAILED HELD PENDING DELIVERED', 'All, including delivered'],
] as const;
type Statuses = ('FAILED' | 'HELD' | 'PENDING' | 'DELIVERED')[];

/** Resends deliveries of an endpoint since a given time, by default those that it missed. */
export function ReplayMissed({ endpointId, open, onClose }: ReplayMissedProps) {
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS));
  const [which, setWhich] = useState<string>(STATUS_CHOICES[0][0]);
  const replay = useAction('deliveries/replay', {
    changes: ['deliveries', 'webhooks', 'events'],
    done: ({ queued }) => {
      showToast(
        queued === 0
          ? 'No deliveries to replay.'
          : `${queued === 1 ? '1 delivery' : `${formatNumber(queued)} deliveries`} queued.`,
      );
      onClose();
    },
  });
  const from = replayStart(since, Date.now());
  const submit = () => {
    if (from === undefined) return;
    void replay.run({ endpointId, from, statuses: which.split(' ') as Statuses });
  };
  const close = () => {
    replay.clear();
    onClose();
  };
  return (
    <Dialog open={open} title="Replay failed deliveries" onClose={close}>
      <Form onSubmit={submit}>
        <DateTimeField
          label="Since"
          hint="In your time zone. Events are kept for 30 days."
          timePlaceholder="00:00"
          min={dateAndTime(localTime(Date.now() - KEPT_DAYS * DAY_MS))[0]}
          max={dateAndTime(localTime(Date.now()))[0]}
          value={since}
          onChange={setSince}
        />
        <SelectField
          label="Deliveries"
          hint="Events keep their IDs, so receivers can detect duplicates."
          value={which}
          onChange={setWhich}
          options={STATUS_CHOICES}
        />
        {replay.failure && <Notice failure={replay.failure} />}
        <FormButtons onCancel={close} disabled={replay.busy || from === undefined}>
          {replay.busy ? 'Queuing…' : 'Replay'}
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** Formats a time as `2027-06-01T09:30`, in the user's time zone. */
function localTime(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
