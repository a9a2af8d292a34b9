import { hasPermission, type Role } from '@serai/contract/roles.ts';
import { type FormEvent, useId, useState } from 'react';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useSession } from '../../lib/session-context.ts';
import { Copyable } from '../code.tsx';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { Notice } from '../feedback.tsx';
import { Field, Optional } from '../form.tsx';
import { Timestamp } from '../timestamp.tsx';
import { displayName, type Member, ROLES_EXPLAINED, rolesOf } from './member.ts';
import { useStepUp } from './step-up.tsx';

interface Invitation {
  link: string;
  email: string;
  expiresAt: string;
}

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  /** The partner of the invited person. Omitted for staff. */
  partnerId?: string | undefined;
  /** An invited person who needs a new link. */
  again?: Member | undefined;
}

export function InviteDialog({ open, onClose, partnerId, again }: InviteDialogProps) {
  const [invitation, setInvitation] = useState<Invitation>();
  const close = () => {
    setInvitation(undefined);
    onClose();
  };
  const formTitle = again ? `New link for ${again.email}` : 'Invite person';
  return (
    <Dialog open={open} title={invitation ? 'Invitation created' : formTitle} onClose={close}>
      {invitation ? (
        <InvitationLink {...invitation} onDone={close} />
      ) : (
        <InviteForm again={again} partnerId={partnerId} onInvited={setInvitation} onCancel={close} />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  again: Member | undefined;
  partnerId: string | undefined;
  onInvited: (invitation: Invitation) => void;
  onCancel: () => void;
}

function InviteForm({ again, partnerId, onInvited, onCancel }: InviteFormProps) {
  const isPartner = partnerId !== undefined;
  const [email, setEmail] = useState(again?.email ?? '');
  const [name, setName] = useState(again?.name ?? '');
  const [role, setRole] = useState<Role>(again?.role ?? (isPartner ? 'partner-developer' : 'developer'));
  const invite = useAction('members/invite', {
    done: ({ signInLink, member, expiresAt }) =>
      onInvited({ link: signInLink, email: member.email, expiresAt }),
  });
  const stepUp = useRoleStepUp();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await stepUp(role))) return;
    await invite.run({
      ...(partnerId && { partnerId }),
      email: email.trim(),
      role,
      ...(name.trim() !== '' && { name: name.trim() }),
    });
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
        label={<Optional>Name</Optional>}
        hint="The person can change it later."
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
      <RoleField value={role} isPartner={isPartner} onChange={setRole} />
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

function InvitationLink({ link, email, expiresAt, onDone }: Invitation & { onDone: () => void }) {
  return (
    <>
      <p>
        Copy this link now. You won’t see it again. Send it to <strong>{email}</strong> privately: anyone who
        opens it can join. It can be used once.
      </p>
      <Copyable text={link} label="Copy link" />
      <p>
        Expires on <Timestamp at={expiresAt} exact />.
      </p>
      <p className="faint">If the link is lost, choose “New link” beside the person.</p>
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
    <Dialog open={open} title={`Change the role of ${displayName(member)}`} onClose={onClose}>
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
      <p>Changing the role signs this person out. The new role applies when they sign in again.</p>
      <RoleField value={role} isPartner={member.partnerId !== null} onChange={setRole} />
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
    toast: invited ? 'Invitation withdrawn.' : 'Person removed.',
    done: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      danger
      title={invited ? `Withdraw invitation for ${member.email}?` : `Remove ${displayName(member)}?`}
      confirmLabel={invited ? 'Withdraw invitation' : 'Remove person'}
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
        : 'Their sessions end immediately. API keys that they created continue to work.'}
    </ConfirmDialog>
  );
}

interface RoleFieldProps {
  value: Role;
  isPartner: boolean;
  onChange: (role: Role) => void;
}

/** Only owners can appoint owners, so others do not see that option. */
function RoleField({ value, isPartner, onChange }: RoleFieldProps) {
  const name = useId();
  const isOwner = useSession().session.role === 'owner';
  const offered = rolesOf(isPartner).filter(role => role !== 'owner' || isOwner);
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

/**
 * Asks for a step-up before granting a role that can manage people. Resolves to true if the action may continue.
 */
function useRoleStepUp(): (role: Role) => Promise<boolean> {
  const confirm = useStepUp();
  return async role => !hasPermission(role, 'people:manage') || confirm();
}
