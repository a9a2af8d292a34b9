import { ShieldCheck, ShieldOff } from 'lucide-react';
import { DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useMay, useSession } from '../../lib/session-context.ts';
import { callName, type Member } from './member.ts';
import { ROLE_WORDS } from './role-words.ts';

export interface Chosen {
  member: Member;
  what: 'role' | 'remove' | 'invite';
}

interface MemberTableProps {
  members: readonly Member[];
  onChoose: (chosen: Chosen) => void;
}

export function MemberTable({ members, onChoose }: MemberTableProps) {
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
          heading: 'Person',
          cell: member => <Person member={member} isSelf={member.memberId === session.memberId} />,
        },
        { key: 'role', heading: 'Role', cell: member => ROLE_WORDS[member.role].name },
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
        {callName(member)}
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
  const who = callName(member);
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
        aria-label={invited ? `Withdraw the invitation of ${who}` : `Remove ${who}`}
        onClick={() => onChoose({ member, what: 'remove' })}
      >
        {invited ? 'Withdraw' : 'Remove'}
      </button>
    </span>
  );
}
