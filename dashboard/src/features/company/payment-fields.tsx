/** The bank account of the operator, which statements show to partners. */
import { MAX_PAYMENT_LENGTHS, type PaymentDetails } from '@serai/contract/account/payment-lines.ts';
import { Field } from '../../components/form.tsx';
import { CheckedField, useReported } from '../../components/partners/company-fields.tsx';

/** Empty texts are not set. */
export type PaymentDraft = { [Name in keyof PaymentDetails]: string };

export function paymentDraft({ accountHolder, bankName, account, bic, note }: PaymentDetails): PaymentDraft {
  return {
    accountHolder: accountHolder ?? '',
    bankName: bankName ?? '',
    account: account ?? '',
    bic: bic ?? '',
    note: note ?? '',
  };
}

export function toPaymentDetails(draft: PaymentDraft): PaymentDetails {
  const { accountHolder, bankName, account, bic, note } = draft;
  return {
    accountHolder: accountHolder.trim() || null,
    bankName: bankName.trim() || null,
    account: account.trim() || null,
    bic: bic.trim() || null,
    note: note.trim() || null,
  };
}

interface PaymentFieldsProps {
  draft: PaymentDraft;
  /** `name` is that of the field. */
  problemOf: (name: string) => string | undefined;
  disabled: boolean;
  onChange: (changed: Partial<PaymentDraft>) => void;
}

export function PaymentFields({ draft, problemOf, disabled, onChange }: PaymentFieldsProps) {
  const text = (name: keyof PaymentDraft, label: string) => (
    <CheckedField
      label={label}
      value={draft[name]}
      problem={problemOf(name)}
      disabled={disabled}
      autoComplete="off"
      maxLength={MAX_PAYMENT_LENGTHS[name]}
      onChange={value => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <div className="row two">
        {text('accountHolder', 'Account holder')}
        {text('bankName', 'Bank')}
      </div>
      <div className="row two">
        {text('account', 'IBAN or account number')}
        {text('bic', 'BIC (SWIFT)')}
      </div>
      <Field label="Note for partners" problem={useReported(problemOf('note'), draft.note)}>
        {control => (
          <textarea
            {...control}
            rows={2}
            maxLength={MAX_PAYMENT_LENGTHS.note}
            placeholder="For example: Use the statement number as the reference."
            value={draft.note}
            disabled={disabled}
            // A note is one line, however it is shown.
            onChange={event => onChange({ note: event.target.value.replace(/\s*\n\s*/g, ' ') })}
          />
        )}
      </Field>
    </>
  );
}
