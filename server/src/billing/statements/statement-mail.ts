/** The emails that send a closed statement to a partner, or remind it to pay. Pure. */
import { asksForPayment, paymentLines } from '@serai/contract/account/payment-lines.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Issuer, Party } from './statement-store.ts';
import type { StatementView } from './statement-view.ts';

export interface StatementMailParts {
  /** Identifies the email in the outbox. */
  key: string;
  kind: 'STATEMENT' | 'REMINDER';
  to: string;
  statement: StatementView;
  issuer: Issuer;
  recipient: Party;
  /** Undefined if the statement has too many entries for an email. */
  csv: string | undefined;
  dashboardUrl: string;
}

export function statementMail(parts: StatementMailParts): Mail {
  const { key, kind, to, statement, issuer, csv, dashboardUrl } = parts;
  const { partnerId, environment, month } = statement;
  const isReminder = kind === 'REMINDER';
  const { subject, paragraphs } = isReminder ? reminderTexts(parts) : statementTexts(parts);
  const isSandbox = environment === 'sandbox';
  return {
    key,
    kind: isReminder ? 'payment-reminder' : 'statement',
    to,
    subject: `${isSandbox ? '[Sandbox] ' : ''}${subject}`,
    paragraphs: [
      ...(isSandbox ? ['This is a test from the sandbox. There is nothing to pay.'] : []),
      ...paragraphs,
      ...payTo(parts),
      csv === undefined
        ? 'The statement has too many entries for an email. The dashboard lists all of them.'
        : 'The attached CSV file lists all entries of the statement.',
      ...(issuer.billingEmail === null
        ? []
        : [`If you have questions, reply to this email or write to ${issuer.billingEmail}.`]),
      nameOf(issuer),
    ],
    link: {
      text: 'See and print the statement in the dashboard',
      url: `${dashboardUrl}/${environment}/billing/statements/${month}?partner=${partnerId}`,
    },
    ...(issuer.billingEmail !== null && { replyTo: issuer.billingEmail }),
    ...(csv !== undefined && {
      attachments: [
        // Spreadsheets recognise UTF-8 by the byte order mark.
        {
          filename: `statement-${month}.csv`,
          contentType: 'text/csv; charset=utf-8',
          content: `\uFEFF${csv}`,
        },
      ],
    }),
  };
}

interface MailTexts {
  subject: string;
  paragraphs: string[];
}

function statementTexts({ statement, issuer, recipient }: StatementMailParts): MailTexts {
  const name = monthName(statement.month);
  const isDue = dueOf(statement) !== undefined;
  return {
    subject: `Statement for ${name} from ${nameOf(issuer)}`,
    paragraphs: [
      `This is the statement of ${nameOf(issuer)} for ${nameOf(recipient)} for ${name}.`,
      lines([
        ['Statement number', statement.statementId],
        ['Opening balance', amount(statement.opening)],
        ['Charges', unlessZero(statement.charges)],
        ['Refunds', unlessZero(statement.refunds, '-')],
        ['Penalties', unlessZero(statement.penalties)],
        ['Payments', unlessZero(statement.payments, '-')],
        ['Adjustments', unlessZero(statement.adjustments)],
        ['Closing balance', amount(statement.closing)],
      ]),
      isDue ? dueLines(statement) : 'Nothing is due for this statement.',
    ],
  };
}

function reminderTexts({ statement, recipient }: StatementMailParts): MailTexts {
  const name = monthName(statement.month);
  const { dueOn } = statement;
  const since = dueOn === null ? '' : ` It was due on ${dayName(dueOn)}.`;
  return {
    subject: `Payment reminder: ${amount(dueOf(statement) ?? statement.closing)} for ${name}`,
    paragraphs: [
      `The statement of ${nameOf(recipient)} for ${name} has not been paid in full.${since}`,
      `Statement number: ${statement.statementId}\n${dueLines(statement)}`,
      'Please pay this amount. If you have paid it in the last few days, please ignore this reminder.',
    ],
  };
}

function payTo({ statement, issuer }: StatementMailParts): string[] {
  const facts = paymentLines(issuer.paymentDetails);
  if (!asksForPayment(statement) || facts.length === 0) return [];
  return [`Please pay to:\n${facts.map(({ name, value }) => `${name}: ${value}`).join('\n')}`];
}

/** What is left to pay of the closing balance. Undefined if it is nothing, or not known. */
export function dueOf({ amountDue }: Pick<StatementView, 'amountDue'>): Money | undefined {
  return amountDue === null || isZero(amountDue) ? undefined : amountDue;
}

function dueLines(statement: StatementView): string {
  const { dueOn, unpaid } = statement;
  const due = dueOf(statement);
  const hasEarlier = due !== undefined && unpaid?.amount !== due.amount;
  return lines([
    ['Amount due', due && `${amount(due)}${hasEarlier ? ' (including earlier statements)' : ''}`],
    ['Due date', dueOn === null ? undefined : dayName(dueOn)],
  ]);
}

function lines(facts: readonly (readonly [string, string | null | undefined])[]): string {
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n');
}

function nameOf({ name, legalName }: Party): string {
  return legalName ?? name;
}

function isZero({ amount: text }: Money): boolean {
  return !/[1-9]/.test(text);
}

function unlessZero(money: Money, sign = ''): string | undefined {
  return isZero(money) ? undefined : `${sign}${amount(money)}`;
}

/** For example `4,935.70 EUR`. */
function amount({ amount: text, currency }: Money): string {
  const [, decimals = ''] = text.split('.');
  const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: decimals.length });
  return `${format.format(text as Intl.StringNumericLiteral)} ${currency}`;
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

function dayName(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}
