import { ROLES, type Role } from '@serai/contract/roles.ts';
import { type FormEvent, useId, useState } from 'react';
import { Copyable } from '../../components/code.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { useStepUp } from '../../components/people/step-up.tsx';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay } from '../../lib/session-context.ts';
import { displayName, type Member, ROLES_EXPLAINED } from './member.ts';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  /** An invited person who needs a new link. */
  again?: Member | undefined;
}

export function InviteDialog({ open, onClose, again }: InviteDialogProps) {
  const [invitation, setInvitation] = useState<{ link: string; email: string }>();
  const close = () => {
    setInvitation(undefined);
    onClose();
  };
  const formTitle = again ? `New link for ${again.email}` : 'Invite member';
  return (
    <Dialog open={open} title={invitation ? 'Invitation created' : formTitle} onClose={close}>
      {invitation ? (
        <InvitationLink {...invitation} onDone={close} />
      ) : (
        <InviteForm again={again} onInvited={setInvitation} onCancel={close} />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  again: Member | undefined;
  onInvited: (invitation: { link: string; email: string }) => void;
  onCancel: () => void;
}

function InviteForm({ again, onInvited, onCancel }: InviteFormProps) {
  const [email, setEmail] = useState(again?.email ?? '');
  const [name, setName] = useState(again?.name ?? '');
  const [role, setRole] = useState<Role>(again?.role ?? 'developer');
  const invite = useAction('members/invite', {
    done: ({ signInLink, member }) => onInvited({ link: signInLink, email: member.email }),
  });
  const stepUp = useRoleStepUp();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await stepUp(role))) return;
    await invite.run({ email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) });
  };
  return (
    <form onSubmit={event => void submit(event)}>
      {again && <p>The previous link stops working.</p>}
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
        hint="Optional. The person can change it later."
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
          {again ? 'Create new link' : 'Invite'}
        </button>
      </div>
    </form>
  );
}

function InvitationLink({ link, email, onDone }: { link: string; email: string; onDone: () => void }) {
  return (
    <>
      <p>
        Copy this link now. You won’t see it again. Send it to <strong>{email}</strong> privately: anyone who
        opens it can join your organisation. It works once and expires after seven days.
      </p>
      <Copyable text={link} label="Copy link" />
      <p className="faint">
        Serai does not send email. If the link gets lost, use “New link” in the member list.
      </p>
      <div className="row end">
        <button type="button" className="main" onClick={onDone}>
          Done
        </button>
      </div>
    </>
  );
}

interface RoleDialogProps {
  open: boolean;
  member: Member;
  onClose: () => void;
}

export function RoleDialog({ open, member, onClose }: RoleDialogProps) {
  return (
    <Dialog open={open} title={`Role of ${displayName(member)}`} onClose={onClose}>
      <RoleForm member={member} onDone={onClose} />
    </Dialog>
  );
}

function RoleForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const [role, setRole] = useState(member.role);
  const update = useAction('members/update', {
    // The session contains the user's own role.
    changes: ['members', 'session'],
    toast: 'Role changed.',
    done: onDone,
  });
  const stepUp = useRoleStepUp();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await stepUp(role))) return;
    await update.run({ memberId: member.memberId, role });
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <p>The new role takes effect immediately.</p>
      <RoleField value={role} onChange={setRole} />
      {update.failure && <Notice failure={update.failure} />}
      <div className="row end">
        <button type="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={update.busy || role === member.role}>
          Change role
        </button>
      </div>
    </form>
  );
}

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
      title={invited ? `Withdraw invitation for ${member.email}?` : `Remove ${displayName(member)}?`}
      confirmLabel={invited ? 'Withdraw invitation' : 'Remove member'}
      onConfirm={() => void remove.run({ memberId: member.memberId })}
      onClose={() => {
        remove.clear();
        onClose();
      }}
      busy={remove.busy}
      failure={remove.failure}
    >
      {invited
        ? 'The invitation link stops working.'
        : 'Their sessions in this organisation end immediately. API keys that they created continue to work.'}
    </ConfirmDialog>
  );
}

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
}

/** Only owners can appoint owners, so others do not see that option. */
function RoleField({ value, onChange }: RoleFieldProps) {
  const name = useId();
  const isOwner = useMay('owner');
  const offered = ROLES.filter(role => role !== 'owner' || isOwner);
  return (
    <fieldset className="role-field">
      <legend>Role</legend>
      {offered.map(role => (
        <label key={role} className="check">
          <input
            type="radio"
            name={name}
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
          />
          <span className="lines">
            <strong>{ROLES_EXPLAINED[role].name}</strong>
            <small className="faint">{ROLES_EXPLAINED[role].may}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Asks for step-up before a role that may manage production keys is granted. Resolves to whether to continue. */
function useRoleStepUp(): (role: Role) => Promise<boolean> {
  const confirm = useStepUp();
  return async role => ROLES.indexOf(role) < ROLES.indexOf('admin') || confirm();
}
