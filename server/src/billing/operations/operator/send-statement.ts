import { stillDue, wasSent } from '@serai/contract/billing/mail-plan.ts';
import { previewStatement, sendStatement } from '@serai/contract/billing/statements.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
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
import {
  insertListedMail,
  insertStatementMail,
  statementMailKey,
} from '../../statements/statement-mail-store.ts';
import { getRecipient, type Party, type StoredStatement } from '../../statements/statement-store.ts';
import { CSV_HEADER, entryCsv, type StatementView } from '../../statements/statement-view.ts';
import { type BillingParts, invalidField, scopeOf } from './billing-parts.ts';
import { getClosed, listPrinted } from './print-statement.ts';
import { listOpenStatements, withPayment } from './read-statements.ts';
import { attachable, listEarlier, type MailedStatement, printFiles } from './statement-files.ts';

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
    const { own, earlier, texts } = asked;
    const entries = await listPrinted(parts, db, closed);
    const csv = csvOf(entries, closed);
    // The files are laid out before the transaction, which holds a connection and keeps other emails waiting.
    const printing = { recipient, issuer: general.issuer, entries };
    const pdfs = await printFiles(parts, context, attachable(own, earlier), printing);
    const isNew = await inTransaction(db, async tx => {
      const key = await insertMails(tx, asked, { kind, address, askedBy: actor });
      if (key === undefined) return false;
      await sendMail(
        tx,
        statementMail({ kind, ...texts, recipient, ...general, pdfs, csv, key, to: address }),
      );
      // Users of the partner read the audit log. Staff may have sent it to an address that is not the partner's.
      const shownTo = address === recipient.billingEmail ? { to: address } : {};
      const after = { environment: scope.environment, month, number: closed.number, kind, ...shownTo };
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
    const { own, earlier, texts } = await payable(context, { kind, closed, recipient }, general);
    const csv = csvOf(await listPrinted(parts, db, closed), closed);
    const attached = attachable(own, earlier);
    // Only the names of the files are shown.
    const pdfs = attached
      .toReversed()
      .map(({ statement }) => ({ number: statement.number, pdf: Buffer.alloc(0) }));
    const { subject, text, attachments } = composeMail(
      statementMail({ kind, ...texts, recipient, ...general, pdfs, csv, key: '', to: '' }),
    );
    const statements = [own, ...earlier].toReversed().map(each => ({
      number: each.closed.number,
      month: each.closed.month,
      isAttached: attached.includes(each),
      wasSent: wasSent(each.statement),
    }));
    return { subject, text, attachments: attachments.map(({ filename }) => filename), statements };
  });
}

/** Returns the key of the email. Undefined if the same email was just sent. */
async function insertMails(
  tx: Database,
  { own, earlier }: Pick<Payable, 'own' | 'earlier'>,
  mail: Parameters<typeof insertStatementMail>[2],
): Promise<string | undefined> {
  const number = await insertStatementMail(tx, own.closed, mail);
  if (number === undefined) return undefined;
  const mailed = [{ statementId: own.closed.statement_id, number }];
  for (const { closed } of earlier) {
    mailed.push({ statementId: closed.statement_id, number: await insertListedMail(tx, closed, mail) });
  }
  return statementMailKey(mailed);
}

type General = Pick<StatementMailParts, 'issuer' | 'dashboardUrl'> & { timeZone: string };

async function generalOf({ timeZone, issuer, dashboardUrl }: BillingParts): Promise<General> {
  return { timeZone: await timeZone(), issuer: await issuer(), dashboardUrl };
}

interface Asked extends Pick<StatementMailParts, 'kind' | 'recipient'> {
  closed: StoredStatement;
}

interface Payable {
  own: MailedStatement;
  /** The other statements that a reminder asks for, newest first. */
  earlier: MailedStatement[];
  texts: Pick<StatementMailParts, 'statement' | 'openStatements'>;
}

/** Throws if a reminder is asked for too early. */
async function payable(
  context: OperatorContext,
  { kind, closed, recipient }: Asked,
  { timeZone }: General,
): Promise<Payable> {
  const partnerName = recipient.name;
  const statement = await withPayment(context, { statement: closed, partnerName }, timeZone);
  const own = { closed, statement };
  if (kind !== 'REMINDER') return { own, earlier: [], texts: { statement, openStatements: [] } };
  checkReminder(statement);
  const openStatements = await listOpenStatements(context.db, statement, timeZone);
  const earlier = await listEarlier(context, own, openStatements, { partnerName, timeZone });
  return { own, earlier, texts: { statement, openStatements } };
}

function addressOf(given: string | undefined, { billingEmail }: Party): string {
  const address = given ?? billingEmail;
  if (address !== null) return address;
  throw invalidField('/to', 'REQUIRED', 'The partner has no billing email. Enter an email address.');
}

/** Without payment terms there is no due date, so a reminder can be sent at any time. */
function checkReminder(statement: StatementView): void {
  if (stillDue(statement) === undefined) {
    throw new ApiError('INVALID_STATE', 'Nothing is due for this statement, so no reminder is needed.');
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
