import { useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { fieldError, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { FindingsList } from './findings.tsx';

export function SecurityPage() {
  const { requireSecondFactor } = useSession().session.organisation;
  const report = useRef<HTMLDivElement>(null);
  const mayReport = useMay('developer');
  return (
    <>
      <PageHead
        title="Security"
        lead="Security findings for the keys of both environments, and the rules of your organisation."
        actions={
          mayReport && (
            <button type="button" onClick={() => report.current?.querySelector('input')?.focus()}>
              Report leaked key
            </button>
          )
        }
      />
      <FindingsList />
      <div className="grid" ref={report}>
        {mayReport && <ReportLeakCard />}
        <LifetimeCard />
        <Card title="Second factor" hint="Protects accounts if a password is stolen.">
          <p>
            {requireSecondFactor
              ? 'Every member needs a second factor.'
              : 'Members may sign in without a second factor.'}
          </p>
          <p>
            <LinkTo to="/settings/team">View team members</LinkTo>
          </p>
        </Card>
      </div>
    </>
  );
}

type Report = Output<'keys/report-leak'>;

/** Sends the pasted key once and clears the field, regardless of the result. The key is never shown. */
function ReportLeakCard() {
  const [pasted, setPasted] = useState('');
  const [report, setReport] = useState<Report>();
  const act = useAction('keys/report-leak', {
    changes: ['keys', 'security'],
    done: setReport,
  });
  const problem = fieldError(act.failure, 'key');
  const submit = async () => {
    setReport(undefined);
    const key = pasted;
    setPasted('');
    await act.run({ key });
  };
  return (
    <Card
      title="Report leaked key"
      hint="Found a key in a repository, a log or a chat? Paste it here to revoke it immediately."
    >
      <Form className="stack" onSubmit={submit}>
        <TextField
          label="Full key"
          hint="A key from any organisation. It stops working permanently within a second."
          problem={problem}
          type="password"
          required
          value={pasted}
          maxLength={4_096}
          autoComplete="off"
          spellCheck={false}
          placeholder="serai_live_…"
          onChange={setPasted}
        />
        <div className="row">
          <button type="submit" className="main bad" disabled={act.busy || pasted.trim() === ''}>
            {act.busy ? 'Revoking…' : 'Revoke key'}
          </button>
        </div>
      </Form>
      {act.failure && problem === undefined && <Notice failure={act.failure} />}
      {report && <Outcome report={report} />}
    </Card>
  );
}

function Outcome({ report: { outcome, key } }: { report: Report }) {
  if (outcome === 'UNKNOWN') {
    return (
      <Banner tone="info" title="No matching key">
        The format is valid, but no key has this secret. Nothing was changed.
      </Banner>
    );
  }
  const name =
    key === null ? (
      'A key of another organisation'
    ) : (
      <LinkTo to="/settings/api-keys/$keyId" params={{ keyId: key.keyId }}>
        {key.name}
      </LinkTo>
    );
  return outcome === 'REVOKED' ? (
    <Banner tone="good" title={<>{name} was revoked</>}>
      {key !== null && <code>{key.display}</code>} Give its application a new key, and check the request log
      for misuse of the old one.
    </Banner>
  ) : (
    <Banner tone="info" title={<>{name} was already inactive</>}>
      The key was revoked or its secret replaced before your report.
    </Banner>
  );
}

/** The maximum lifetime of keys. Owners set it; the server enforces it for new, edited and rotated keys. */
function LifetimeCard() {
  const present = useSession().session.organisation.maxKeyLifetimeDays;
  const isOwner = useMay('owner');
  const [days, setDays] = useState(present === null ? '' : String(present));
  const save = useAction('organisations/update', {
    toast: 'Maximum key lifetime saved.',
    changes: ['organisations', 'session'],
  });
  const problem = fieldError(save.failure, 'maxKeyLifetimeDays');
  const wanted = days === '' ? null : Number(days);
  return (
    <Card
      title="Maximum key lifetime"
      hint="Applies to keys that are created, rotated or given a new expiry from now on."
    >
      {isOwner ? (
        <Form className="stack" onSubmit={() => save.run({ maxKeyLifetimeDays: wanted })}>
          <TextField
            label="Days"
            hint="Leave empty for no maximum."
            problem={problem}
            type="number"
            inputMode="numeric"
            min={1}
            max={3_650}
            step={1}
            value={days}
            onChange={setDays}
          />
          {save.failure && problem === undefined && <Notice failure={save.failure} />}
          <div className="row">
            <button type="submit" className="main" disabled={save.busy || wanted === present}>
              {save.busy ? 'Saving…' : 'Save'}
            </button>
          </div>
        </Form>
      ) : (
        <p>
          {present === null ? 'No maximum.' : `${present} days.`}{' '}
          <span className="faint">Only an owner can change this.</span>
        </p>
      )}
    </Card>
  );
}
