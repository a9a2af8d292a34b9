/** The emails that send a closed statement to a partner, or remind it to pay. Pure. */
import { asksForPayment, paymentLines } from '@serai/contract/account/payment-lines.ts';
import { stillDue } from '@serai/contract/billing/mail-plan.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { Mail, MailAttachment } from '../../platform/mail/mail.ts';
import type { Issuer, Party } from './statement-store.ts';
import {
  amountText,
  companyName,
  dayName,
  dueFacts,
  monthName,
  sumFacts,
  type TextFact,
} from './statement-texts.ts';
import { type StatementView, statementFilename } from './statement-view.ts';

/** A closed statement that is not paid in full. */
export interface OpenStatement {
  number: string;
  month: string;
  dueOn: string | null;
  unpaid: Money;
}

export interface StatementFile {
  /** Of the statement. */
  number: string | null;
  pdf: Buffer;
}

export interface StatementMailParts {
  /** Identifies the email in the outbox. */
  key: string;
  kind: 'STATEMENT' | 'REMINDER';
  to: string;
  statement: StatementView;
  /** In a reminder, the statements that make up the amount due, oldest first. Empty if they are not known. */
  openStatements: readonly OpenStatement[];
  issuer: Issuer;
  recipient: Party;
  /** The statement and, in a reminder, the earlier ones that fit into an email. Oldest first. */
  pdfs: readonly StatementFile[];
  /** Of the statement itself. Undefined if the statement has too many entries for an email. */
  csv: string | undefined;
  dashboardUrl: string;
}

export function statementMail(parts: StatementMailParts): Mail {
  const { key, kind, to, statement, issuer, dashboardUrl } = parts;
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
      ...attachmentTexts(parts),
      ...(issuer.billingEmail === null
        ? []
        : [`If you have questions, reply to this email or write to ${issuer.billingEmail}.`]),
      companyName(issuer),
    ],
    link: {
      text: 'View the statement in the dashboard',
      url: `${dashboardUrl}/${environment}/billing/statements/${month}?partner=${partnerId}`,
    },
    ...(issuer.billingEmail !== null && { replyTo: issuer.billingEmail }),
    attachments: attachmentsOf(parts),
  };
}

function attachmentTexts({ statement, openStatements, pdfs, csv }: StatementMailParts): string[] {
  const isOne = pdfs.length === 1;
  const isWhole = openStatements.length <= 1;
  const whose = isOne ? 'its entries' : `the entries of statement ${statement.number}`;
  const tooLong = isOne ? 'It' : `Statement ${statement.number}`;
  const one = isWhole ? 'The statement' : `Statement ${statement.number}`;
  const are = isOne ? `${one} is attached as a PDF file` : 'The statements are attached as PDF files';
  const attached = new Set(pdfs.map(({ number }) => number));
  const missing = openStatements.flatMap(({ number }) => (attached.has(number) ? [] : number));
  return [
    csv === undefined
      ? `${are}. ${tooLong} has too many entries for an email, but the dashboard lists all of them.`
      : `${are}, and ${whose} as a CSV file.`,
    ...(missing.length === 0
      ? []
      : [
          `Not attached, to limit the size of this email: ${missing.join(', ')}. You can find these statements in the dashboard.`,
        ]),
  ];
}

function attachmentsOf({ statement, pdfs, csv }: StatementMailParts): MailAttachment[] {
  const files = pdfs.map(
    ({ number, pdf }): MailAttachment => ({
      filename: statementFilename({ number }, 'pdf'),
      contentType: 'application/pdf',
      content: pdf.toString('base64'),
      encoding: 'base64',
    }),
  );
  if (csv === undefined) return files;
  return [
    ...files,
    {
      filename: statementFilename(statement, 'csv'),
      contentType: 'text/csv; charset=utf-8',
      // Spreadsheets recognise UTF-8 by the byte order mark.
      content: `\uFEFF${csv}`,
    },
  ];
}

interface MailTexts {
  subject: string;
  paragraphs: string[];
}

function statementTexts({ statement, issuer, recipient }: StatementMailParts): MailTexts {
  const name = monthName(statement.month);
  const due =
    statement.payment === 'PAID' ? 'Nothing is due for this statement.' : lines(dueFacts(statement));
  return {
    subject: `Statement ${statement.number} for ${name} from ${companyName(issuer)}`,
    paragraphs: [
      `This is the ${name} statement from ${companyName(issuer)} for ${companyName(recipient)}.`,
      lines([numberFact(statement), ...sumFacts(statement)]),
      // Empty if it is not known whether the statement was paid.
      ...(due === '' ? [] : [due]),
    ],
  };
}

function reminderTexts(parts: StatementMailParts): MailTexts {
  const { statement, openStatements } = parts;
  const due = amountText(stillDue(statement) ?? statement.closing);
  const state = statement.payment === 'OVERDUE' ? 'overdue' : 'due';
  return {
    subject: `Payment reminder: ${due} ${state}`,
    paragraphs: [
      ...(openStatements.length === 0 ? unpaidTexts(parts) : openTexts(parts, due)),
      'Please pay this amount. If you have paid in the last few days, please ignore this reminder.',
    ],
  };
}

function openTexts({ openStatements, recipient }: StatementMailParts, due: string): string[] {
  const isOne = openStatements.length === 1;
  const rows = openStatements.map(({ number, dueOn, unpaid }) => [
    number,
    dueOn === null ? 'No due date' : dayName(dueOn),
    amountText(unpaid),
  ]);
  return [
    `${isOne ? 'This statement' : 'These statements'} for ${companyName(recipient)} ${isOne ? 'has' : 'have'} not been paid in full:`,
    [['Statement', 'Due', 'Unpaid'], ...rows].map(cells => cells.join('\t')).join('\n'),
    lines([['Amount due', due]]),
  ];
}

/** Without the earlier statements that the amount due may include. */
function unpaidTexts({ statement, recipient }: StatementMailParts): string[] {
  const { month, dueOn } = statement;
  const since = dueOn === null ? '' : ` It was due on ${dayName(dueOn)}.`;
  return [
    `The ${monthName(month)} statement for ${companyName(recipient)} has not been paid in full.${since}`,
    lines([numberFact(statement), ...dueFacts(statement)]),
  ];
}

function payTo({ statement, issuer }: StatementMailParts): string[] {
  const facts = paymentLines(issuer.paymentDetails, statement.number);
  if (!asksForPayment(statement) || facts.length === 0) return [];
  return [`Pay to:\n${lines(facts.map(({ name, value }) => [name, value]))}`];
}

function numberFact({ number }: StatementView): TextFact {
  return ['Statement number', number ?? ''];
}

function lines(facts: readonly TextFact[]): string {
  return facts.map(([name, value]) => `${name}: ${value}`).join('\n');
}
