/** Whether a statement and a payment reminder have been sent to the partner. Only staff see it. */
import { isCarriedOver } from '@serai/contract/billing/mail-plan.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatDate } from '../../lib/format/format.ts';
import { ActorName } from '../people/use-actor-name.ts';
import { Timestamp } from '../timestamp.tsx';

type Statement = Output<'statements/list'>['statements'][number];
type Sent = Pick<Statement, 'sent' | 'reminded'>;
type Owed = Pick<Statement, 'payment' | 'unpaid' | 'amountDue'>;

/** For lists: the last of both emails, in a few words. Undefined if none was sent and the statement needs none. */
export function sentWords(statement: Sent & Owed): string | undefined {
  const { sent, reminded, payment } = statement;
  const isReminder = reminded !== null && (sent === null || reminded.at > sent.at);
  const last = isReminder ? reminded : sent;
  if (last === null) {
    const isOwed = payment === 'UNPAID' || payment === 'OVERDUE';
    return isOwed && !isCarriedOver(statement) ? 'Not sent' : undefined;
  }
  if (last.state === 'FAILED') return isReminder ? 'Reminder could not be sent' : 'Could not be sent';
  if (last.state === 'QUEUED') return isReminder ? 'Reminder is being sent' : 'Is being sent';
  return `${isReminder ? 'Reminder sent' : 'Sent'} ${formatDate(last.at)}`;
}

/** Whether the partner is late with a statement that was never emailed to it. */
export function isOverdueUnsent(statement: Sent & Owed): boolean {
  const { sent, reminded, payment } = statement;
  return sent === null && reminded === null && payment === 'OVERDUE' && !isCarriedOver(statement);
}

/** For one statement: the last email of each kind, with its recipient and sender. */
export function SentMails({ statement: { sent, reminded } }: { statement: Sent }) {
  if (sent === null && reminded === null) return <p className="faint">The statement has not been sent.</p>;
  return (
    <>
      {sent !== null && <SentMail what="Statement" mail={sent} />}
      {reminded !== null && <SentMail what="Reminder" mail={reminded} />}
    </>
  );
}

function SentMail({ what, mail }: { what: string; mail: NonNullable<Sent['sent']> }) {
  const { to, at, by, state, response } = mail;
  return (
    <div className="sent-mail">
      {state === 'FAILED' ? (
        <p className="overdue">
          {what} could not be sent to {to}. Check the address and send it again.
        </p>
      ) : (
        <p>
          {what} {state === 'QUEUED' ? 'is being sent' : 'sent'} to {to} on <Timestamp at={at} exact /> by{' '}
          <ActorName actor={by} />.
        </p>
      )}
      {response !== null && <Response state={state} response={response} />}
    </div>
  );
}

/** What the server responded matters only if it did not accept the email. */
function Response({ state, response }: { state: NonNullable<Sent['sent']>['state']; response: string }) {
  if (state !== 'SENT') {
    return (
      <small className="faint">
        Mail server response: <code>{response}</code>
      </small>
    );
  }
  return (
    <details>
      <summary>Accepted by the mail server</summary>
      <small className="faint">
        <code>{response}</code>
      </small>
    </details>
  );
}
