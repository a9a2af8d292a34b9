/** The voucher as a PDF. The HTML page (`voucherHtml`) shows scripts that the embedded font lacks with the reader's own fonts. */
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import type { Clock } from '../../platform/clock.ts';
import { drawField, drawRule, INK, type Pdf, pdfFile } from '../../platform/pdf/pdf-file.ts';
import { PdfPrinter } from '../../platform/pdf/pdf-printer.ts';
import { layoutVoucher, type VoucherLayout, type VoucherSection } from './voucher-lines.ts';

export function voucherPrinter(clock: Clock): PdfPrinter<Voucher> {
  return new PdfPrinter(new URL('./voucher-pdf-thread.ts', import.meta.url), clock);
}

export function voucherPdf(voucher: Voucher): Promise<Buffer> {
  const layout = layoutVoucher(voucher);
  const { title, hotelName, language } = layout;
  const facts = { title: `${title}: ${hotelName}`, author: voucher.issuedBy.name, language };
  return pdfFile(facts, pdf => draw(pdf, layout));
}

function draw(pdf: Pdf, { title, warning, hotelName, sections, footer }: VoucherLayout): void {
  if (warning !== undefined) {
    pdf.font('bold').fontSize(11).fillColor(INK.warning).text(warning).moveDown(0.8);
  }
  pdf.font('bold').fontSize(12).fillColor(INK.faint).text(title);
  pdf.fontSize(20).fillColor(INK.strong).text(hotelName).moveDown(0.3);
  for (const section of sections) drawSection(pdf, section);
  drawRule(pdf);
  pdf.font('regular').fontSize(10).fillColor(INK.faint);
  for (const text of footer) pdf.text(text);
}

function drawSection(pdf: Pdf, { heading, fields }: VoucherSection): void {
  drawRule(pdf);
  if (heading !== undefined) pdf.font('bold').fontSize(11).fillColor(INK.strong).text(heading).moveDown(0.2);
  for (const field of fields) drawField(pdf, field);
}
