import { type FormEvent, useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Field, Optional } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { fieldError, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { FindingsList } from './findings.tsx';

export function SecurityPage() {
  const { organisation, partner } = useSession().session;
  const { requireSecondFactor } = organisation;
  const report = useRef<HTMLDivElement>(null);
  const mayReport = useMay('keys:report');
  return (
    <>
      <PageHead
        title="Security"
        lead="Findings about the keys in both environments, and the rules for them."
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
        {partner !== null && <LifetimeCard />}
        <Card title="Two-factor sign-in" hint="Protects accounts if a password is stolen.">
          <p>
            {requireSecondFactor
              ? 'All members must use two-factor sign-in.'
              : 'Optional. Members can sign in with only their password.'}
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

/** Sends the pasted key once and clears the field, whatever the result. The key is never shown. */
function ReportLeakCard() {
  const [pasted, setPasted] = useState('');
  const [report, setReport] = useState<Report>();
  const act = useAction('keys/report-leak', {
    changes: ['keys', 'security'],
    done: setReport,
  });
  const problem = fieldError(act.failure, 'key');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
      <form className="stack" onSubmit={event => void submit(event)}>
        <Field
          label="Full key"
          hint="Any partner’s key. It stops working permanently within a second."
          problem={problem}
        >
          {control => (
            <input
              {...control}
              type="password"
              required
              value={pasted}
              maxLength={4_096}
              autoComplete="off"
              spellCheck={false}
              placeholder="serai_live_…"
              onChange={event => setPasted(event.target.value)}
            />
          )}
        </Field>
        <div className="row">
          <button type="submit" className="main bad" disabled={act.busy || pasted.trim() === ''}>
            {act.busy ? 'Revoking…' : 'Revoke key'}
          </button>
        </div>
      </form>
      {act.failure && problem === undefined && <Notice failure={act.failure} />}
      {report && <Outcome report={report} />}
    </Card>
  );
}

function Outcome({ report: { outcome, key } }: { report: Report }) {
  if (outcome === 'UNKNOWN') {
    return (
      <Banner tone="info" title="No matching key">
        The format is valid, but no such key exists. Nothing was changed.
      </Banner>
    );
  }
  const name =
    key === null ? (
      'A key of another partner'
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
      The key was revoked or rotated before your report.
    </Banner>
  );
}

/** The maximum lifetime of keys. Admins set it. The server enforces it for new and rotated keys and new expiries. */
function LifetimeCard() {
  const present = useSession().session.partner?.maxKeyLifetimeDays ?? null;
  const mayChange = useMay('partners:edit');
  const [days, setDays] = useState(present === null ? '' : String(present));
  const save = useAction('partners/update', {
    toast: 'Maximum key lifetime saved.',
    changes: ['partners', 'session'],
  });
  const problem = fieldError(save.failure, 'maxKeyLifetimeDays');
  const wanted = days === '' ? null : Number(days);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run({ maxKeyLifetimeDays: wanted });
  };
  return (
    <Card
      title="Maximum key lifetime"
      hint="Applies to keys that are created, rotated or given a new expiry from now on."
    >
      {mayChange ? (
        <form className="stack" onSubmit={submit}>
          <Field label={<Optional>Days</Optional>} hint="Leave empty for no maximum." problem={problem}>
            {control => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                max={3_650}
                step={1}
                value={days}
                onChange={event => setDays(event.target.value)}
              />
            )}
          </Field>
          {save.failure && problem === undefined && <Notice failure={save.failure} />}
          <div className="row">
            <button type="submit" className="main" disabled={save.busy || wanted === present}>
              {save.busy ? 'Saving…' : 'Save'}
            </button>
          </div>
        </form>
      ) : (
        <p>
          {present === null ? 'No maximum.' : present === 1 ? '1 day.' : `${present} days.`}{' '}
          <span className="faint">Only an admin can change this.</span>
        </p>
      )}
    </Card>
  );
}
