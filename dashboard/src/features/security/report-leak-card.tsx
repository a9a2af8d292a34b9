import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { fieldError, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';

type Report = Output<'keys/report-leak'>;

/** What is pasted is sent once and forgotten: it is never shown, and gone from the field whatever the answer. */
export function ReportLeakCard() {
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
      title="Report a leaked key"
      hint="Found a key in a repository, a log, a chat? Paste it: it is revoked at once."
    >
      <form className="stack" onSubmit={event => void submit(event)}>
        <Field
          label="The whole key"
          hint="Whoever it belongs to. It stops working within a second, for good."
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
            {act.busy ? 'Revoking …' : 'Revoke this key'}
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
      <Banner tone="info" title="No key matches">
        It is well formed, but no key here has this secret. Nothing was changed.
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
    <Banner tone="good" title={<>{name} is revoked</>}>
      {key !== null && <code>{key.display}</code>} Give its program a new key, and look at what the old one
      did in its request log.
    </Banner>
  ) : (
    <Banner tone="info" title={<>{name} did not work any more</>}>
      It was revoked, or its secret was replaced, before you reported it.
    </Banner>
  );
}
