import { hasPermission } from '@serai/contract/roles.ts';
import { type CSSProperties, useEffect, useId, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { displayName, ROLES_EXPLAINED } from '../../components/people/member.ts';
import { MAX_PEOPLE } from '../../components/people/use-actor-name.ts';
import { ComboboxField, type Option } from '../../components/pickers/combobox.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useSession } from '../../lib/session-context.ts';
import { showToast } from '../../lib/toasts.tsx';
import type { QueuedBooking } from './attention.ts';
import { whoseBooking } from './booking-status.tsx';
import { CASE_READS } from './queue.ts';

type Members = Output<'members/list'>['members'];
export type Case = Pick<QueuedBooking, 'bookingId' | 'holder' | 'taken'>;

interface AssignDialogProps {
  /** Undefined while the dialog is closed. */
  booking: Case | undefined;
  onClose: () => void;
}

/** Assigns a booking of the queue to a colleague, by name. */
export function AssignDialog({ booking, onClose }: AssignDialogProps) {
  const people = useCall('members/list', { page: { limit: MAX_PEOPLE } }, { when: booking !== undefined });
  const title = booking === undefined ? '' : `Assign ${whoseBooking(booking.holder)}`;
  return (
    <Dialog open={booking !== undefined} title={title} onClose={onClose}>
      {booking && (
        <Loaded from={people} rows={2}>
          {({ members }) => <AssignForm {...booking} members={members} onClose={onClose} />}
        </Loaded>
      )}
    </Dialog>
  );
}

interface AssignFormProps extends Case, Pick<AssignDialogProps, 'onClose'> {
  members: Members;
}

function AssignForm({ bookingId, taken: now, members, onClose }: AssignFormProps) {
  // The person whom the dialog showed at first. If somebody else has the booking by then, the server rejects the request.
  const [taken] = useState(now);
  const [to, setTo] = useState<string>();
  const hintId = useId();
  const { memberId: own } = useSession().session;
  const colleagues = colleaguesIn(members, { own, assignedTo: taken?.by });
  const options = useCall('session/options', {});
  const invalidate = useInvalidate();
  const assign = useAction('attention/assign', {
    changes: CASE_READS,
    done: () => {
      showToast(`Assigned to ${colleagues.find(({ value }) => value === to)?.name ?? to}.`);
      onClose();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a late response must not close a dialog that was opened again
  useEffect(() => assign.clear, []);
  const submit = async () => {
    if (to === undefined) return;
    const input = { bookingId, to, ...(taken && !taken.isYours && { takeOverFrom: taken.by }) };
    if ((await assign.run(input as Input<'attention/assign'>)) === undefined) await invalidate(CASE_READS);
  };
  const problem = fieldError(assign.failure, 'to');
  if (colleagues.length === 0) {
    return <p>Nobody else may resolve bookings. Invite a colleague first.</p>;
  }
  return (
    <Form onSubmit={() => void submit()}>
      <div className="listed-below" style={{ '--options': colleagues.length } as CSSProperties}>
        <ComboboxField
          label="Colleague"
          placeholder="Search by name"
          hintId={hintId}
          problem={problem}
          value={to}
          options={colleagues}
          onChange={setTo}
        />
      </div>
      {options.state === 'ready' && (
        <p id={hintId} className="hint">
          {noticeHint(options.data.passwordReset)}
        </p>
      )}
      {assign.failure && problem === undefined && <Notice failure={assign.failure} />}
      <FormButtons onCancel={onClose} disabled={assign.busy || to === undefined}>
        {assign.busy ? 'Assigning…' : 'Assign'}
      </FormButtons>
    </Form>
  );
}

function noticeHint(sendsEmails: boolean): string {
  return sendsEmails
    ? 'Serai notifies your colleague by email.'
    : 'Serai cannot notify your colleague, because email is not set up.';
}

/** Staff who may resolve bookings, except the user and the person who has the booking. */
function colleaguesIn(
  members: Members,
  { own, assignedTo }: { own: string | null; assignedTo: string | undefined },
): readonly Option[] {
  return members
    .filter(({ status, role }) => status === 'ACTIVE' && hasPermission(role, 'bookings:resolve'))
    .filter(({ memberId, email }) => memberId !== own && email !== assignedTo)
    .map(member => ({
      value: member.email,
      name: displayName(member),
      hint: `${ROLES_EXPLAINED[member.role].name}, ${member.email}`,
    }));
}
