import { ShieldCheck, ShieldOff, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePages } from '../../lib/calls/use-call.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useCreateForm } from '../../lib/url-state.ts';
import { DataTable } from '../data-table.tsx';
import { Badge, Empty } from '../feedback.tsx';
import { LoadedList } from '../loaded.tsx';
import { Timestamp } from '../timestamp.tsx';
import { displayName, type Member, ROLES_EXPLAINED } from './member.ts';
import { InviteDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx';

interface PeopleListProps {
  /** Omitted for the user's own company. */
  partnerId?: string;
  children: (parts: { invite: ReactNode; list: ReactNode; withoutSecondFactor: number }) => ReactNode;
}

export function PeopleList({ partnerId, children }: PeopleListProps) {
  const mayManage = useMay('people:manage');
  const { partner } = useSession().session;
  const owner = partnerId ?? partner?.partnerId;
  const list = usePages('members/list', { ...(partnerId && { partnerId }) }, ({ members }) => members);
  const [inviting, setInviting] = useCreateForm('invitation');
  // Kept after closing, so that the dialog can restore the focus before it unmounts.
  const [chosen, setChosen] = useState<Chosen & { open: boolean }>();
  const close = () => setChosen(before => before && { ...before, open: false });
  const without = list.items.filter(({ status, secondFactor }) => status === 'ACTIVE' && !secondFactor);
  const invite = mayManage && (
    <button type="button" className="main" onClick={() => setInviting(true)}>
      <UserPlus size={16} aria-hidden /> Invite person
    </button>
  );
  const rows = (
    <>
      <LoadedList
        list={list}
        rows={4}
        empty={
          <Empty title="No people yet" action={invite}>
            {partnerId === undefined
              ? 'You signed in with a one-time link. Create your account in My account, or invite people.'
              : 'Invite this partner’s developers, so that they can create sandbox keys and read the API reference.'}
          </Empty>
        }
      >
        {members => <MemberTable members={members} onChoose={next => setChosen({ ...next, open: true })} />}
      </LoadedList>
      <InviteDialog open={inviting && mayManage} partnerId={owner} onClose={() => setInviting(false)} />
      {chosen && <ChosenDialog {...chosen} onClose={close} />}
    </>
  );
  return children({ invite, list: rows, withoutSecondFactor: without.length });
}

function ChosenDialog({ what, ...rest }: Chosen & { open: boolean; onClose: () => void }) {
  switch (what) {
    case 'invite':
      return (
        <InviteDialog
          open={rest.open}
          again={rest.member}
          partnerId={rest.member.partnerId ?? undefined}
          onClose={rest.onClose}
        />
      );
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
  const isAdmin = useMay('people:manage');
  const isOwner = session.role === 'owner';
  const mayChange = (member: Member) => isAdmin && (isOwner || member.role !== 'owner');
  return (
    <DataTable
      label="People"
      rows={members}
      rowKey={member => member.memberId}
      columns={[
        {
          key: 'person',
          heading: 'Person',
          cell: member => <Person member={member} isSelf={member.memberId === session.memberId} />,
        },
        { key: 'role', heading: 'Role', phone: 'plain', cell: member => ROLES_EXPLAINED[member.role].name },
        { key: 'status', heading: 'Status', phone: 'status', cell: member => <Status member={member} /> },
        { key: 'factor', heading: 'Two-factor sign-in', cell: member => <SecondFactor member={member} /> },
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
