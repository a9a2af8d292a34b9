import { useRef, useState } from 'react';
import { SandboxNotice } from '../../components/billing/payment-dialogs.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { Field, Form } from '../../components/form.tsx';
import type { CallFailure } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useEnvironment } from '../../lib/url-state.ts';
import {
  counted,
  doneText,
  factsText,
  foundText,
  type Imported,
  type ImportedRow,
  invalidFirst,
  OUTCOMES,
} from './import-payments-texts.ts';
import '../../styles/month-end.css';

const EXAMPLE = `partner,amount,currency,transactionId,receivedOn
Northern Travel,1000.00,EUR,BANK-2026-0815,2026-07-03
`;

/** What is recorded is the text whose rows were shown. */
interface Checked {
  text: string;
  result: Imported;
}

/** A file is checked as soon as it is chosen. Nothing is recorded before the user has seen its rows. */
export function ImportPayments({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const [checked, setChecked] = useState<Checked>();
  const [isUnreadable, setUnreadable] = useState(false);
  /** Raised with each choice, so that only the last file counts. */
  const choices = useRef(0);
  const [skipInvalid, setSkipInvalid] = useState(false);
  const check = useAction('billing/payments/import', { changes: [] });
  const record = useAction('billing/payments/import', {
    changes: ['billing', 'statements', 'notices'],
    done: result => {
      showToast(doneText(result));
      onClose();
    },
  });
  const startOver = () => {
    check.clear();
    record.clear();
    setChecked(undefined);
    setUnreadable(false);
    setSkipInvalid(false);
    choices.current += 1;
    return choices.current;
  };
  const choose = async (file: File | undefined) => {
    const choice = startOver();
    if (file === undefined) return;
    const text = await file.text().catch(() => undefined);
    if (choice !== choices.current) return;
    if (text === undefined) return setUnreadable(true);
    const result = await check.run({ environment, text, dryRun: true });
    if (choice === choices.current && result !== undefined) setChecked({ text, result });
  };
  const submit = () => {
    if (checked !== undefined) void record.run({ environment, text: checked.text, skipInvalid });
  };
  const failure = check.failure ?? record.failure;
  const { recorded = 0, invalid = 0 } = checked?.result ?? {};
  return (
    <Dialog open title="Import payments" onClose={onClose}>
      <Form onSubmit={submit}>
        <SandboxNotice />
        <Field
          label="Bank file"
          hint="CSV. Identify each partner by ID or exact name, or by a statement number in the column “statement”. Payments always settle the oldest charges first. Nothing is recorded until you confirm."
        >
          {control => (
            <input
              {...control}
              type="file"
              accept=".csv,.tsv,.txt"
              disabled={check.busy || record.busy}
              // Otherwise, choosing the same file again after correcting it would change nothing.
              onClick={event => {
                event.currentTarget.value = '';
                startOver();
              }}
              onChange={event => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        {isUnreadable && (
          <Banner tone="bad" title="The file could not be read">
            It may have been moved or changed. Choose it again.
          </Banner>
        )}
        {failure && <Problems failure={failure} />}
        {checked ? <Rows checked={checked.result} /> : <CodeBlock label="example" code={EXAMPLE} />}
        {invalid > 0 && recorded > 0 && (
          <label className="check">
            <input
              type="checkbox"
              checked={skipInvalid}
              onChange={event => setSkipInvalid(event.target.checked)}
            />
            Skip {counted(invalid, 'invalid row')} and record the others
          </label>
        )}
        <div className="row end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="main"
            disabled={record.busy || recorded === 0 || (invalid > 0 && !skipInvalid)}
          >
            {recorded === 0 ? 'Record payments' : `Record ${counted(recorded, 'payment')}`}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function Rows({ checked }: { checked: Imported }) {
  return (
    <>
      <p className="planned-result" role="status">
        {foundText(checked)}
      </p>
      <ul className="planned-mails imported-rows">
        {invalidFirst(checked.rows).map(row => (
          <Row key={row.line} row={row} />
        ))}
      </ul>
    </>
  );
}

function Row({ row }: { row: ImportedRow }) {
  const { partnerName, amount, outcome, problems } = row;
  const { label, tone } = OUTCOMES[outcome];
  return (
    <li className="planned-mail">
      <span>
        <strong>{partnerName ?? 'Unknown partner'}</strong>
        <small>{factsText(row)}</small>
        {problems.map(problem => (
          <small key={problem} className="overdue">
            {problem}
          </small>
        ))}
      </span>
      <span className="planned-amount">
        {amount === null ? '–' : formatMoney(amount)}
        <Badge tone={tone}>{label}</Badge>
      </span>
    </li>
  );
}

function Problems({ failure }: { failure: CallFailure }) {
  if (failure.details.length === 0) return <Notice failure={failure} />;
  return (
    <Banner tone="bad" title={failure.message}>
      <ol className="plain-list">
        {failure.details.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== undefined && <strong>Line {String(line)}</strong>} {message}
          </li>
        ))}
      </ol>
    </Banner>
  );
}
