import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Chosen, MemberTable } from './member-table.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SecondFactorRule } from './second-factor-rule.tsx';

export function TeamPage() {
  const { session } = useSession();
  const isAdmin = useMay('admin');
  const list = usePages('members/list', {}, ({ members }) => members);
  const [inviting, setInviting] = useState(false);
  // Kept after closing, so that the dialog gives the focus back before it goes.
  const [chosen, setChosen] = useState<Chosen & { open: boolean }>();
  const close = () => setChosen(before => before && { ...before, open: false });
  const without = list.items.filter(({ status, secondFactor }) => status === 'ACTIVE' && !secondFactor);

  const invite = isAdmin && (
    <button type="button" className="main" onClick={() => setInviting(true)}>
      <UserPlus size={16} aria-hidden /> Invite a person
    </button>
  );
  return (
    <>
      <PageHead
        title="Team"
        lead={`Who may enter ${session.organisation.name}, and what they may do.`}
        actions={invite}
      />
      <LoadedList
        list={list}
        rows={4}
        empty={
          <Empty title="Nobody has an account yet" action={invite}>
            You are here by a one-time link. Create your account in “My account”, or invite the people who
            should have one.
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
