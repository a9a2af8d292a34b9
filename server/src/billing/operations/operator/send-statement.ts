import { stillDue } from '@serai/contract/billing/mail-plan.ts';
import { previewStatement, sendStatement } from '@serai/contract/billing/statements.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import type { EntryWithBooking } from '../../ledger/entry-list-store.ts';
import { type StatementMailParts, statementMail } from '../../statements/statement-mail.ts';
import { insertStatementMail, statementMailKey } from '../../statements/statement-mail-store.ts';
import { getRecipient, type Party, type StoredStatement } from '../../statements/statement-store.ts';
import { CSV_HEADER, entryCsv, type StatementView } from '../../statements/statement-view.ts';
import { type BillingParts, invalidField, scopeOf } from './billing-parts.ts';
import { getClosed, listPrinted } from './print-statement.ts';
import { listOpenStatements, withPayment } from './read-statements.ts';

export function statementsSend(parts: BillingParts): OperatorHandler {
  return operate(sendStatement, async (context, { month, kind = 'STATEMENT', to, ...input }) => {
    const { db, actor } = context;
    const { sendMail } = parts;
    if (sendMail === undefined) {
      throw new ApiError(
        'INVALID_STATE',
        'Email is off. Set SERAI_SMTP_URL and SERAI_MAIL_FROM to turn it on.',
      );
    }
    const scope = scopeOf(context, input);
    const recipient = await getRecipient(db, scope.organisationId);
    const address = addressOf(to, recipient);
    const closed = await getClosed(context, scope, month, 'send it');
    const general = await generalOf(parts);
    const asked = await payable(context, { kind, closed, recipient }, general);
    const { statement } = asked;
    const entries = await listPrinted(parts, db, closed);
    const csv = csvOf(entries, closed);
    // The file is laid out before the transaction, which holds a connection and keeps other emails waiting.
    const pdf = await parts.printer.print({ statement, recipient, issuer: general.issuer, entries });
    const isNew = await inTransaction(db, async tx => {
      const number = await insertStatementMail(tx, closed, { kind, address, askedBy: actor });
      if (number === undefined) return false;
      const key = statementMailKey(closed.statement_id, number);
      await sendMail(
        tx,
        statementMail({ kind, ...asked, recipient, ...general, pdf, csv, key, to: address }),
      );
      // Users of the partner read the audit log. Staff may have sent it to an address that is not the partner's.
      const shownTo = address === recipient.billingEmail ? { to: address } : {};
      const after = { environment: scope.environment, month, kind, ...shownTo };
      const target = closed.statement_id;
      await parts.recordAudit(
        tx,
        auditOf(context, { action: sendStatement.name, target, before: null, after }),
      );
      return true;
    });
    const named = { statement: closed, partnerName: recipient.name };
    return { statement: await withPayment(context, named, general.timeZone), isNew };
  });
}

export function statementsPreview(parts: BillingParts): OperatorHandler {
  return operate(previewStatement, async (context, { month, kind = 'STATEMENT', ...input }) => {
    const { db } = context;
    const scope = scopeOf(context, input);
    const recipient = await getRecipient(db, scope.organisationId);
    const closed = await getClosed(context, scope, month, 'send it');
    const general = await generalOf(parts);
    const asked = await payable(context, { kind, closed, recipient }, general);
    const csv = csvOf(await listPrinted(parts, db, closed), closed);
    // Only the name of the file is shown.
    const pdf = Buffer.alloc(0);
    const { subject, text, attachments } = composeMail(
      statementMail({ kind, ...asked, recipient, ...general, pdf, csv, key: '', to: '' }),
    );
    return { subject, text, attachments: attachments.map(({ filename }) => filename) };
  });
}

type General = Pick<StatementMailParts, 'issuer' | 'dashboardUrl'> & { timeZone: string };

async function generalOf({ timeZone, issuer, dashboardUrl }: BillingParts): Promise<General> {
  return { timeZone: await timeZone(), issuer: await issuer(), dashboardUrl };
}

interface Asked extends Pick<StatementMailParts, 'kind' | 'recipient'> {
  closed: StoredStatement;
}

/** Throws if a reminder is asked for too early. */
async function payable(
  context: OperatorContext,
  { kind, closed, recipient }: Asked,
  { timeZone }: General,
): Promise<Pick<StatementMailParts, 'statement' | 'openStatements'>> {
  const named = { statement: closed, partnerName: recipient.name };
  const statement = await withPayment(context, named, timeZone);
  if (kind !== 'REMINDER') return { statement, openStatements: [] };
  checkReminder(statement);
  return { statement, openStatements: await listOpenStatements(context.db, statement, timeZone) };
}

function addressOf(given: string | undefined, { billingEmail }: Party): string {
  const address = given ?? billingEmail;
  if (address !== null) return address;
  throw invalidField('/to', 'REQUIRED', 'The partner has no billing email. Enter an email address.');
}

/** Without payment terms there is no due date, so a reminder can be sent at any time. */
function checkReminder(statement: StatementView): void {
  if (stillDue(statement) === undefined) {
    throw new ApiError(
      'INVALID_STATE',
      'Nothing is due for this statement, so there is nothing to remind of.',
    );
  }
  const { dueOn, payment } = statement;
  if (dueOn === null || payment === 'OVERDUE') return;
  throw new ApiError('INVALID_STATE', `This statement is due on ${dueOn}. Send a reminder after that day.`);
}

/** Undefined if there are too many entries. */
function csvOf(
  entries: readonly EntryWithBooking[] | undefined,
  { number }: Pick<StoredStatement, 'number'>,
): string | undefined {
  return entries && CSV_HEADER + entries.map(entry => entryCsv(entry, number)).join('');
}
