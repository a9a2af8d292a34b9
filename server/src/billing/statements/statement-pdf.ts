/** A closed statement as a PDF file, with the same content as the printed page of the dashboard. */
import { asksForPayment, paymentLines } from '@serai/contract/account/payment-lines.ts';
import { bookingLine } from '@serai/contract/billing/booking-line.ts';
import type { Clock } from '../../platform/clock.ts';
import { fromMoney, toMoney } from '../../platform/money/minor-units.ts';
import {
  contentWidth,
  drawField,
  drawRight,
  drawRule,
  ensureRoom,
  INK,
  type Pdf,
  pdfFile,
} from '../../platform/pdf/pdf-file.ts';
import { PdfPrinter } from '../../platform/pdf/pdf-printer.ts';
import { drawTable, type PdfColumn } from '../../platform/pdf/pdf-table.ts';
import type { EntryWithBooking } from '../ledger/entry-list-store.ts';
import { entryChange, referenceOf } from '../ledger/entry-view.ts';
import type { Issuer, Party } from './statement-store.ts';
import {
  companyName,
  dayFacts,
  dueFacts,
  KIND_NAMES,
  monthName,
  numberText,
  sumFacts,
  type TextFact,
} from './statement-texts.ts';
import type { StatementView } from './statement-view.ts';

export interface PrintedStatement {
  statement: StatementView;
  issuer: Issuer;
  recipient: Party;
  /** Undefined if there are too many of them. */
  entries: readonly EntryWithBooking[] | undefined;
}

export function statementPrinter(clock: Clock): PdfPrinter<PrintedStatement> {
  return new PdfPrinter(new URL('./statement-pdf-thread.ts', import.meta.url), clock);
}

export function statementPdf(printed: PrintedStatement): Promise<Buffer> {
  const { statement, issuer, recipient } = printed;
  const name = `Statement ${statement.number}`;
  const title = `${name}: ${companyName(recipient)}`;
  return pdfFile({ title, author: companyName(issuer), language: 'en', footer: name }, pdf => {
    drawHead(pdf, printed);
    drawParties(pdf, printed);
    drawLines(pdf, printed);
    drawSums(pdf, sumFacts(statement));
    drawPayment(pdf, printed);
  });
}

/** Half of the page, without the space between both halves. */
const HALF = 236;

function drawHead(pdf: Pdf, { statement, issuer }: PrintedStatement): void {
  const { left, top, right } = pdf.page.margins;
  const end = pdf.page.width - right;
  pdf.font('bold').fontSize(12).fillColor(INK.strong).text(companyName(issuer), left, top, { width: HALF });
  pdf.font('regular').fontSize(9).fillColor(INK.faint);
  pdf.text(addressLines(issuer).join('\n'), { width: HALF });
  const bottom = pdf.y;
  pdf.font('bold').fontSize(20).fillColor(INK.strong);
  drawRight(pdf, 'Statement', end, top - 6);
  pdf.fontSize(12);
  drawRight(pdf, statement.number ?? '', end, top + 20);
  pdf.font('regular').fontSize(11);
  drawRight(pdf, monthName(statement.month), end, top + 37);
  if (statement.environment === 'sandbox') {
    pdf.font('bold').fontSize(9).fillColor(INK.warning);
    drawRight(pdf, 'Sandbox, nothing to pay', end, top + 54);
  }
  pdf.y = Math.max(bottom, top + 62);
  drawRule(pdf, { before: 6, after: 14, colour: INK.strong });
}

function drawParties(pdf: Pdf, { statement, recipient }: PrintedStatement): void {
  const { left, right } = pdf.page.margins;
  const { y: top } = pdf;
  pdf.font('regular').fontSize(9).fillColor(INK.faint).text('Billed to', left, top);
  pdf.font('bold').fontSize(11).fillColor(INK.strong).text(companyName(recipient), { width: HALF });
  pdf.font('regular').fontSize(9).text(addressLines(recipient).join('\n'), { width: HALF });
  const bottom = pdf.y;
  pdf.y = top;
  drawFacts(pdf, factsOf(statement), { from: pdf.page.width - right - HALF, width: HALF });
  pdf.x = left;
  pdf.y = Math.max(bottom, pdf.y) + 18;
}

function factsOf(statement: StatementView): TextFact[] {
  const { number, closedAt, month, timeZone, payment } = statement;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  return [
    ['Statement number', number ?? ''],
    ['Date', closedAt === null ? '' : day.format(new Date(closedAt))],
    ['Period', `${monthName(month)} (${timeZone})`],
    ...(payment === 'PAID' ? [['Amount due', 'Nothing'] as const] : dueFacts(statement)),
  ];
}

function drawFacts(
  pdf: Pdf,
  facts: readonly TextFact[],
  { from, width }: { from: number; width: number },
): void {
  const labelWidth = 90;
  pdf.font('regular').fontSize(9);
  for (const [name, value] of facts) {
    const { y: top } = pdf;
    pdf.fillColor(INK.faint).text(name, from, top, { width: labelWidth });
    pdf.fillColor(INK.strong).text(value, from + labelWidth, top, { width: width - labelWidth });
    pdf.y += 2;
  }
}

function addressLines({ name, legalName, address, taxNumber, billingEmail }: Party): string[] {
  const lines = [
    legalName !== null && legalName !== name ? name : null,
    address,
    taxNumber && `Tax number ${taxNumber}`,
    billingEmail,
  ];
  return lines.filter(line => line !== null);
}

function drawLines(pdf: Pdf, { statement, entries }: PrintedStatement): void {
  if (entries === undefined) {
    const count = statement.entries.toLocaleString('en-GB');
    pdf.font('regular').fontSize(9).fillColor(INK.faint);
    pdf.text(
      `This statement has ${count} entries, too many to print. The dashboard lists all of them and offers a CSV file.`,
    );
    pdf.y += 6;
    return;
  }
  const { timeZone, currency } = statement;
  const [date, kind, change, balance] = [66, 64, 74, 96];
  const columns: PdfColumn[] = [
    { heading: 'Date', width: date },
    { heading: 'Entry', width: kind },
    { heading: 'Booking or reference', width: contentWidth(pdf) - date - kind - change - balance },
    { heading: `Change (${currency})`, width: change, isNumber: true },
    { heading: `Balance (${currency})`, width: balance, isNumber: true },
  ];
  // Months begin in the time zone of the operator, so the dates are those of that zone.
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone });
  let balanceMinor = fromMoney(statement.opening);
  drawTable(
    pdf,
    columns,
    entries.map(entry => {
      const changeMinor = entryChange(entry, 'PARTNER');
      balanceMinor += changeMinor;
      return [
        day.format(entry.at),
        KIND_NAMES[entry.kind],
        subjectOf(entry),
        numberText(toMoney(changeMinor, currency)),
        numberText(toMoney(balanceMinor, currency)),
      ];
    }),
  );
}

function subjectOf(entry: EntryWithBooking): string {
  const { booking, booking_id, reason } = entry;
  const shown = [
    booking && bookingLine(booking),
    booking_id ?? referenceOf(entry),
    reason,
    ...dayFacts(entry),
  ];
  return shown.filter(Boolean).join(', ');
}

function drawSums(pdf: Pdf, sums: readonly TextFact[]): void {
  const lineHeight = 15;
  // The sums stay together.
  ensureRoom(pdf, sums.length * lineHeight + 20);
  const end = pdf.page.width - pdf.page.margins.right;
  let top = pdf.y + 12;
  sums.forEach(([name, value], index) => {
    const isLast = index === sums.length - 1;
    pdf
      .font(isLast ? 'bold' : 'regular')
      .fontSize(isLast ? 10.5 : 9.5)
      .fillColor(INK.strong);
    pdf.text(name, end - HALF, top, { lineBreak: false });
    drawRight(pdf, value, end, top);
    top += lineHeight;
  });
  pdf.x = pdf.page.margins.left;
  pdf.y = top + 6;
}

/** In the sandbox there is nothing to pay. */
function drawPayment(pdf: Pdf, { statement, issuer }: PrintedStatement): void {
  const lines = paymentLines(issuer.paymentDetails, statement.number);
  const { billingEmail } = issuer;
  if (asksForPayment(statement) && lines.length > 0) {
    ensureRoom(pdf, 40 + lines.length * 18);
    drawRule(pdf);
    pdf.font('bold').fontSize(11).fillColor(INK.strong).text('Pay to').moveDown(0.2);
    for (const { name, value } of lines) drawField(pdf, { label: name, lines: [value] });
  }
  if (billingEmail === null) return;
  ensureRoom(pdf, 40);
  drawRule(pdf);
  pdf.font('regular').fontSize(9).fillColor(INK.faint);
  pdf.text(`Questions about this statement: ${billingEmail}`);
}
