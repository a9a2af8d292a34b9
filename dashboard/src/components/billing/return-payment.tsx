import { useState } from 'react';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { showToast } from '../../lib/toasts.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { Notice } from '../feedback.tsx';
import { Form, FormButtons, TextField } from '../form.tsx';
import { usePartner } from '../partners/partners.tsx';
import { DateField } from '../pickers/date-field.tsx';
import type { Entry } from './entry-kinds.ts';
import { SandboxNotice } from './payment-dialogs.tsx';

interface ReturnPaymentProps {
  payment: Entry;
  onClose: () => void;
}

/** For a direct debit that was returned, or a cheque that bounced. */
export function ReturnPayment({ payment, onClose }: ReturnPaymentProps) {
  const { partnerId, environment, amount, externalReference, receivedOn } = payment;
  const partner = usePartner(partnerId);
  // Undefined is today, which the server decides.
  const [returnedOn, setReturnedOn] = useState<string>();
  const [reason, setReason] = useState('');
  const today = dateIn(useSession().session.timeZone, Date.now());
  const give = useAction('billing/payments/return', {
    changes: ['billing', 'statements', 'notices'],
    done: ({ isNew }) => {
      showToast(
        isNew
          ? `Payment of ${formatMoney(amount)} marked as returned.`
          : 'This payment had already been marked as returned. Nothing has changed.',
      );
      onClose();
    },
  });
  const submit = () =>
    give.run({
      partnerId,
      environment,
      externalReference: externalReference ?? '',
      ...(returnedOn !== undefined && { returnedOn }),
      reason: reason.trim(),
    });
  const { failure } = give;
  return (
    <Dialog open title="Mark payment as returned" onClose={onClose}>
      <Form onSubmit={submit}>
        <SandboxNotice />
        <p>
          <strong>{formatMoney(amount)}</strong>
          {partner.state === 'ready' && ` from ${partner.data.name}`}, <code>{externalReference}</code>
          {receivedOn !== null && `, received on ${formatUtcDay(receivedOn)}`}
        </p>
        <p>
          The partner will owe {formatMoney(amount)} more, and statements settled by this payment become
          unpaid again. The payment stays in the ledger, with an entry that reverses it. You cannot undo this.
        </p>
        <DateField
          label="Returned on"
          value={returnedOn ?? today}
          min={receivedOn ?? undefined}
          max={today}
          problem={fieldError(failure, 'returnedOn')}
          onChange={setReturnedOn}
        />
        <TextField
          label="Reason"
          hint="The partner sees the reason in its entries and statements."
          placeholder="Insufficient funds"
          autoComplete="off"
          maxLength={200}
          value={reason}
          problem={fieldError(failure, 'reason')}
          onChange={setReason}
        />
        {failure && !isShownByFields(failure, ['returnedOn', 'reason']) && <Notice failure={failure} />}
        <FormButtons onCancel={onClose} disabled={give.busy || reason.trim() === ''} danger>
          Mark as returned
        </FormButtons>
      </Form>
    </Dialog>
  );
}
