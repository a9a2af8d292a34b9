import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PeopleList } from '../../components/people/people-list.tsx';
import { useStepUp } from '../../components/people/step-up.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCompany, useMay, useSession } from '../../lib/session-context.ts';

export function TeamPage() {
  const company = useCompany();
  return (
    <PeopleList>
      {({ invite, list, withoutSecondFactor }) => (
        <>
          <PageHead title="Team" lead={`People at ${company} and their roles.`} actions={invite} />
          {list}
          <SecondFactorRule without={withoutSecondFactor} />
        </>
      )}
    </PeopleList>
  );
}

/** Owners and admins can change this rule. Others can see it. */
function SecondFactorRule({ without }: { without: number }) {
  const { session } = useSession();
  const mayChange = useMay(session.staff ? 'operator:edit' : 'partners:edit');
  const required = session.organisation.requireSecondFactor;
  const [asking, setAsking] = useState(false);
  const outcome = {
    changes: ['operator', 'partners', 'session', 'members'],
    toast: required ? 'Two-factor sign-in is now optional.' : 'Two-factor sign-in is now required.',
    done: () => setAsking(false),
  };
  const ofOperator = useAction('operator/update', outcome);
  const ofPartner = useAction('partners/update', outcome);
  const update = session.staff ? ofOperator : ofPartner;
  const confirm = useStepUp();
  const change = async () => {
    if (!required || (await confirm())) await update.run({ requireSecondFactor: !required });
  };

  return (
    <Card title="Require two-factor sign-in">
      <label className="switch-line">
        <input
          type="checkbox"
          checked={required}
          disabled={!mayChange || update.busy}
          onChange={() => (required ? void change() : setAsking(true))}
        />
        <span className="lines">
          <strong>{required ? 'Required' : 'Not required'}</strong>
          <small className="faint">
            {required
              ? 'Members without two-factor sign-in must set it up before they can use the dashboard.'
              : 'Members can set it up in My account.'}
            {!mayChange && ` Only ${session.staff ? 'an owner or admin' : 'an admin'} can change this.`}
          </small>
        </span>
      </label>
      {update.failure && !asking && <Notice failure={update.failure} />}
      <ConfirmDialog
        open={asking}
        title="Require two-factor sign-in for all members?"
        confirmLabel="Require two-factor sign-in"
        onConfirm={() => void change()}
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
      ? 'All members already use it.'
      : `${without === 1 ? '1 member does' : `${without} members do`} not use it yet and must set it up before using the dashboard.`;
  return ownIsOn ? others : `${others} You do not use it yourself. Set it up in My account first.`;
}
