import { ShieldCheck, ShieldOff, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Badge, Empty, Notice } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { displayName, type Member, ROLES_EXPLAINED } from './member.ts';
import { InviteDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx';

export function TeamPage() {
  const { session } = useSession();
  const isAdmin = useMay('admin');
  const list = usePages('members/list', {}, ({ members }) => members);
  const [inviting, setInviting] = useState(false);
  // The dialog stays mounted after it closes, so that it can restore the focus.
  const [chosen, setChosen] = useState<Chosen & { open: boolean }>();
  const close = () => setChosen(before => before && { ...before, open: false });
  const without = list.items.filter(({ status, secondFactor }) => status === 'ACTIVE' && !secondFactor);

  const invite = isAdmin && (
    <button type="button" className="main" onClick={() => setInviting(true)}>
      <UserPlus size={16} aria-hidden /> Invite member
    </button>
  );
  return (
    <>
      <PageHead
        title="Team"
        lead={`The members of ${session.organisation.name} and their roles.`}
        actions={invite}
      />
      <LoadedList
        list={list}
        rows={4}
        empty={
          <Empty title="No members yet" action={invite}>
            You signed in with a one-time link. Create your account in My account, or invite members.
          </Empty>
        }
      >
        {members => <MemberTable members={members} onChoose={next => setChosen({ ...next, open: true })} />}
      </LoadedList>
      <SecondFactorRule without={without.length} />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      {chosen && <ChosenDialog {...chosen} onClose={close} />}
    </>
  );
}

function ChosenDialog({ what, ...rest }: Chosen & { open: boolean; onClose: () => void }) {
  switch (what) {
    case 'invite':
      return <InviteDialog open={rest.open} again={rest.member} onClose={rest.onClose} />;
    case 'role':
      return <RoleDialog {...rest} />;
    case 'remove':
      return <RemoveDialog {...rest} />;
  }
}

interface Chosen {
  member: Member;
  what: 'role' | 'remove' | 'invite';
}

interface MemberTableProps {
  members: readonly Member[];
  onChoose: (chosen: Chosen) => void;
}

function MemberTable({ members, onChoose }: MemberTableProps) {
  const { session } = useSession();
  const isAdmin = useMay('admin');
  const isOwner = useMay('owner');
  const mayChange = (member: Member) => isAdmin && (isOwner || member.role !== 'owner');
  return (
    <DataTable
      label="Members"
      rows={members}
      rowKey={member => member.memberId}
      columns={[
        {
          key: 'person',
          heading: 'Member',
          cell: member => <Person member={member} isSelf={member.memberId === session.memberId} />,
        },
        { key: 'role', heading: 'Role', cell: member => ROLES_EXPLAINED[member.role].name },
        { key: 'status', heading: 'Status', cell: member => <Status member={member} /> },
        { key: 'factor', heading: 'Second factor', cell: member => <SecondFactor member={member} /> },
        {
          key: 'seen',
          heading: 'Last sign-in',
          cell: ({ lastSignInAt }) =>
            lastSignInAt === null ? <span className="faint">Never</span> : <Timestamp at={lastSignInAt} />,
        },
        ...(isAdmin
          ? [
              {
                key: 'actions',
                heading: 'Actions',
                headless: true,
                align: 'right' as const,
                cell: (member: Member) =>
                  mayChange(member) ? (
                    <Actions member={member} onChoose={onChoose} />
                  ) : (
                    <span className="faint">Owners only</span>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Person({ member, isSelf }: { member: Member; isSelf: boolean }) {
  return (
    <span className="lines">
      <strong>
        {displayName(member)}
        {isSelf && <Badge tone="info">You</Badge>}
      </strong>
      {member.name !== null && <small className="faint">{member.email}</small>}
    </span>
  );
}

function Status({ member }: { member: Member }) {
  return member.status === 'INVITED' ? <Badge tone="warn">Invited</Badge> : <Badge tone="good">Active</Badge>;
}

function SecondFactor({ member }: { member: Member }) {
  if (member.status === 'INVITED') return <span className="faint">–</span>;
  return member.secondFactor ? (
    <span className="with-icon">
      <ShieldCheck size={16} aria-hidden /> On
    </span>
  ) : (
    <span className="with-icon faint">
      <ShieldOff size={16} aria-hidden /> Off
    </span>
  );
}

function Actions({ member, onChoose }: { member: Member } & Pick<MemberTableProps, 'onChoose'>) {
  const who = displayName(member);
  const invited = member.status === 'INVITED';
  return (
    <span className="row-actions">
      {invited && (
        <button
          type="button"
          className="quiet small"
          aria-label={`New link for ${who}`}
          onClick={() => onChoose({ member, what: 'invite' })}
        >
          New link
        </button>
      )}
      <button
        type="button"
        className="quiet small"
        aria-label={`Change role of ${who}`}
        onClick={() => onChoose({ member, what: 'role' })}
      >
        Change role
      </button>
      <button
        type="button"
        className="quiet small bad"
        aria-label={invited ? `Withdraw invitation for ${who}` : `Remove ${who}`}
        onClick={() => onChoose({ member, what: 'remove' })}
      >
        {invited ? 'Withdraw' : 'Remove'}
      </button>
    </span>
  );
}

/** Shows whether all members need a second factor. Only owners can change this. */
function SecondFactorRule({ without }: { without: number }) {
  const { session } = useSession();
  const isOwner = useMay('owner');
  const required = session.organisation.requireSecondFactor;
  const [asking, setAsking] = useState(false);
  const update = useAction('organisations/update', {
    changes: ['organisations', 'session', 'members'],
    toast: required ? 'The second factor is now optional.' : 'The second factor is now required.',
    done: () => setAsking(false),
  });
  const change = () => void update.run({ requireSecondFactor: !required });

  return (
    <Card title="Second factor for all members">
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
              ? 'Members without a second factor must set it up before they can use the dashboard.'
              : 'Members can turn it on in My account.'}
            {!isOwner && ' Only an owner can change this.'}
          </small>
        </span>
      </label>
      {update.failure && !asking && <Notice failure={update.failure} />}
      <ConfirmDialog
        open={asking}
        title="Require a second factor for all members?"
        confirmLabel="Require second factor"
        onConfirm={change}
        onClose={() => setAsking(false)}
        busy={update.busy}
        failure={update.failure}
      >
        {requirementEffect(without, session.secondFactor)}
      </ConfirmDialog>
    </Card>
  );
}

function requirementEffect(without: number, ownIsOn: boolean): string {
  const others =
    without === 0
      ? 'All members already have one.'
      : `${without === 1 ? '1 member does' : `${without} members do`} not have one yet and must set it up before using the dashboard.`;
  return ownIsOn ? others : `${others} You do not have one yourself. Set it up in My account first.`;
}
