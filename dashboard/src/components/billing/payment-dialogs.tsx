import { useState } from 'react';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useEnvironment } from '../../lib/url-state.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { Notice } from '../feedback.tsx';
import { Form, FormButtons, Optional, TextField } from '../form.tsx';
import { DateField } from '../pickers/date-field.tsx';
import { UnitField } from '../unit-field.tsx';
import type { Account } from './account.tsx';
import { owedWords, paymentChoices, paymentWords } from './payment-words.ts';

interface BillingDialogProps {
  account: Account;
  onClose: () => void;
}

const CHANGES = ['billing', 'statements', 'notices'];

interface RecordPaymentProps extends BillingDialogProps {
  /** The amount at the beginning. Default: empty. */
  preset?: string;
}

export function RecordPayment({ account, preset = '', onClose }: RecordPaymentProps) {
  const { partnerId, name, currency } = account;
  const environment = useEnvironment();
  const [amount, setAmount] = useState(preset);
  const [externalReference, setReference] = useState('');
  // Undefined is today, which the server decides.
  const [receivedOn, setReceivedOn] = useState<string>();
  const [note, setNote] = useState('');
  const today = dateIn(useSession().session.timeZone, Date.now());
  const record = useAction('billing/payments/record', {
    changes: CHANGES,
    done: ({ isNew, entry }) => {
      showToast(
        isNew
          ? `Payment of ${formatMoney(entry.amount)} recorded.`
          : 'This payment had already been recorded. Nothing has changed.',
      );
      onClose();
    },
  });
  const submit = () =>
    record.run({
      partnerId,
      environment,
      amount: { amount: amount.trim(), currency },
      externalReference: externalReference.trim(),
      ...(receivedOn !== undefined && { receivedOn }),
      ...(note.trim() !== '' && { note: note.trim() }),
    });
  const { failure } = record;
  const choices = paymentChoices(account);
  return (
    <Dialog open title={`Record payment from ${name}`} onClose={onClose}>
      <Form onSubmit={submit}>
        <SandboxNotice />
        <p className="payment-owed">
          <span>{choices.length > 0 ? 'Fill in:' : owedWords(account)}</span>
          {choices.map(([label, choice]) => (
            <button key={label} type="button" className="small" onClick={() => setAmount(choice)}>
              {label} {formatMoney({ amount: choice, currency })}
            </button>
          ))}
        </p>
        <UnitField
          label="Amount"
          unit={currency}
          placeholder="1000.00"
          value={amount}
          hint={paymentWords(account, amount)}
          problem={fieldError(failure, 'amount')}
          onChange={setAmount}
        />
        <TextField
          label="Bank transaction ID"
          hint="From your bank, not the statement number: a statement can be paid in parts. Each ID is recorded only once."
          placeholder="BANK-2026-0815"
          autoComplete="off"
          maxLength={64}
          value={externalReference}
          problem={fieldError(failure, 'externalReference')}
          onChange={setReference}
        />
        <DateField
          label="Received on"
          value={receivedOn ?? today}
          max={today}
          problem={fieldError(failure, 'receivedOn')}
          onChange={setReceivedOn}
        />
        <TextField
          label={<Optional>Note</Optional>}
          autoComplete="off"
          maxLength={200}
          value={note}
          problem={fieldError(failure, 'note')}
          onChange={setNote}
        />
        {failure && !isShownByFields(failure, ['amount', 'externalReference', 'receivedOn', 'note']) && (
          <Notice failure={failure} />
        )}
        <FormButtons onCancel={onClose} disabled={record.busy}>
          Record payment
        </FormButtons>
      </Form>
    </Dialog>
  );
}

const EFFECTS = [
  ['OWES_LESS', 'The partner owes less', 'For example, goodwill. Increases the funds of a prepaid partner.'],
  ['OWES_MORE', 'The partner owes more', 'For example, a bank fee. Reduces the funds of a prepaid partner.'],
] as const;

export function AdjustBalance({ account: { partnerId, name, currency }, onClose }: BillingDialogProps) {
  const environment = useEnvironment();
  const [effect, setEffect] = useState<(typeof EFFECTS)[number][0]>('OWES_LESS');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const adjust = useAction('billing/adjust', {
    changes: CHANGES,
    toast: 'Balance adjusted.',
    done: onClose,
  });
  const submit = () =>
    adjust.run({
      partnerId,
      environment,
      effect,
      amount: { amount: amount.trim(), currency },
      reason: reason.trim(),
    });
  const { failure } = adjust;
  return (
    <Dialog open title={`Adjust balance of ${name}`} onClose={onClose}>
      <Form onSubmit={submit}>
        <SandboxNotice />
        <fieldset>
          <legend>Effect</legend>
          {EFFECTS.map(([value, label, hint]) => (
            <label key={value} className="check">
              <input
                type="radio"
                name="effect"
                checked={effect === value}
                onChange={() => setEffect(value)}
              />
              <span className="lines">
                <strong>{label}</strong>
                <small className="faint">{hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <UnitField
          label="Amount"
          unit={currency}
          placeholder="25.00"
          value={amount}
          problem={fieldError(failure, 'amount')}
          onChange={setAmount}
        />
        <TextField
          label="Reason"
          hint="The partner sees the reason in its entries and statements."
          autoComplete="off"
          maxLength={200}
          value={reason}
          problem={fieldError(failure, 'reason')}
          onChange={setReason}
        />
        {failure && !isShownByFields(failure, ['amount', 'reason']) && <Notice failure={failure} />}
        <FormButtons onCancel={onClose} disabled={adjust.busy}>
          Adjust balance
        </FormButtons>
      </Form>
    </Dialog>
  );
}

export function SandboxNotice() {
  if (useEnvironment() === 'production') return null;
  return <p className="hint">This changes the sandbox balance, which is for testing only.</p>;
}
