import type { Role } from '@serai/contract/operator-operation.ts';
import { type FormEvent, useState } from 'react';
import { Copyable } from '../../components/code.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import type { Member } from './member.ts';
import { RoleField } from './role-field.tsx';
import { useRoleProof } from './use-role-proof.ts';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  /** Somebody who was invited before and needs a new link. */
  again?: Member | undefined;
}

export function InviteDialog({ open, onClose, again }: InviteDialogProps) {
  const [made, setMade] = useState<{ link: string; email: string }>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  const asking = again ? `A new link for ${again.email}` : 'Invite a person';
  return (
    <Dialog open={open} title={made ? 'The invitation, shown only now' : asking} onClose={close}>
      {made ? (
        <InvitationLink {...made} onDone={close} />
      ) : (
        <InviteForm again={again} onCreated={setMade} onCancel={close} />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  again: Member | undefined;
  onCreated: (made: { link: string; email: string }) => void;
  onCancel: () => void;
}

function InviteForm({ again, onCreated, onCancel }: InviteFormProps) {
  const [email, setEmail] = useState(again?.email ?? '');
  const [name, setName] = useState(again?.name ?? '');
  const [role, setRole] = useState<Role>(again?.role ?? 'developer');
  const invite = useAction('members/invite', {
    done: ({ signInLink, member }) => onCreated({ link: signInLink, email: member.email }),
  });
  const prove = useRoleProof();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await prove(role))) return;
    await invite.run({ email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) });
  };
  return (
    <form onSubmit={event => void submit(event)}>
      {again && <p>The link made before stops working.</p>}
      <Field label="Email" problem={fieldError(invite.failure, 'email')}>
        {control => (
          <input
            {...control}
            type="email"
            value={email}
            onChange={event => setEmail(event.target.value)}
            readOnly={again !== undefined}
            autoComplete="off"
            maxLength={254}
            required
          />
        )}
      </Field>
      <Field
        label="Name"
        hint="Optional; the person can change it."
        problem={fieldError(invite.failure, 'name')}
      >
        {control => (
          <input
            {...control}
            value={name}
            onChange={event => setName(event.target.value)}
            autoComplete="off"
            maxLength={100}
          />
        )}
      </Field>
      <RoleField value={role} onChange={setRole} />
      {invite.failure && !isShownByFields(invite.failure, ['email', 'name']) && (
        <Notice failure={invite.failure} />
      )}
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={invite.busy}>
          {again ? 'Make a new link' : 'Invite'}
        </button>
      </div>
    </form>
  );
}

function InvitationLink({ link, email, onDone }: { link: string; email: string; onDone: () => void }) {
  return (
    <>
      <p>
        Send this link to <strong>{email}</strong> in private. Whoever opens it joins the organisation; it
        works once, within seven days.
      </p>
      <Copyable text={link} label="Copy the link" />
      <p className="faint">Serai sends no mail. “New link” beside the person replaces a lost one.</p>
      <div className="row end">
        <button type="button" className="main" onClick={onDone}>
          Done
        </button>
      </div>
    </>
  );
}
