import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { callName, type Member } from './member.ts';

interface RemoveDialogProps {
  open: boolean;
  member: Member;
  onClose: () => void;
}

export function RemoveDialog({ open, member, onClose }: RemoveDialogProps) {
  const invited = member.status === 'INVITED';
  const remove = useAction('members/remove', {
    toast: invited ? 'Invitation withdrawn.' : 'Member removed.',
    done: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      danger
      title={invited ? `Withdraw the invitation of ${member.email}?` : `Remove ${callName(member)}?`}
      confirmLabel={invited ? 'Withdraw the invitation' : 'Remove the member'}
      onConfirm={() => void remove.run({ memberId: member.memberId })}
      onClose={() => {
        remove.clear();
        onClose();
      }}
      busy={remove.busy}
      failure={remove.failure}
    >
      {invited
        ? 'The link that was made for this person stops working.'
        : 'Their sessions in this organisation end at once. Keys that they made go on working.'}
    </ConfirmDialog>
  );
}
