import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { callName, type Member } from './member.ts';
import { RoleField } from './role-field.tsx';
import { useRoleProof } from './use-role-proof.ts';

interface RoleDialogProps {
  open: boolean;
  member: Member;
  onClose: () => void;
}

export function RoleDialog({ open, member, onClose }: RoleDialogProps) {
  return (
    <Dialog open={open} title={`Role of ${callName(member)}`} onClose={onClose}>
      <RoleForm member={member} onDone={onClose} />
    </Dialog>
  );
}

function RoleForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const [role, setRole] = useState(member.role);
  const update = useAction('members/update', {
    // One's own role is part of the session.
    changes: ['members', 'session'],
    toast: 'Role changed.',
    done: onDone,
  });
  const prove = useRoleProof();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await prove(role))) return;
    await update.run({ memberId: member.memberId, role });
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <p>The new role acts at once.</p>
      <RoleField value={role} onChange={setRole} />
      {update.failure && <Notice failure={update.failure} />}
      <div className="row end">
        <button type="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={update.busy || role === member.role}>
          Change the role
        </button>
      </div>
    </form>
  );
}
