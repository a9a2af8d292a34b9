/**
 * The voucher as a PDF. The embedded font covers Latin, Greek, Cyrillic and Devanagari. Other scripts, such as
 * Arabic, Hebrew, Thai, Chinese, Japanese and Korean, appear as empty boxes. The HTML page (`voucherHtml`) shows
 * them with the reader's own fonts.
 */
import { fileURLToPath } from 'node:url';
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import type PDFDocument from 'pdfkit';
import { type Field, layoutVoucher, type VoucherLayout, type VoucherSection } from './voucher-lines.ts';

/** In points, 72 to an inch. */
const PAGE = { size: 'A4', margin: 51 } as const;
const LABEL_WIDTH = 150;
const GAP = 12;

const regular = () =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));
const bold = () =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'));

export async function voucherPdf(voucher: Voucher): Promise<Buffer> {
  const layout = layoutVoucher(voucher);
  // Loaded when first needed, because few processes print vouchers.
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    ...PAGE,
    lang: layout.language,
    info: { Title: `${layout.title}: ${layout.hotelName}`, Author: voucher.issuedBy.name },
  });
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);
  pdf.registerFont('regular', regular()).registerFont('bold', bold());
  draw(pdf, layout);
  pdf.end();
  return promise;
}

type Pdf = InstanceType<typeof PDFDocument>;

function draw(pdf: Pdf, { title, warning, hotelName, sections, footer }: VoucherLayout): void {
  if (warning !== undefined) {
    pdf.font('bold').fontSize(11).fillColor('#b00020').text(warning).moveDown(0.8);
  }
  pdf.font('bold').fontSize(12).fillColor('#444444').text(title);
  pdf.fontSize(20).fillColor('#111111').text(hotelName).moveDown(0.3);
  for (const section of sections) drawSection(pdf, section);
  line(pdf);
  pdf.font('regular').fontSize(10).fillColor('#444444');
  for (const text of footer) pdf.text(text);
}

function drawSection(pdf: Pdf, { heading, fields }: VoucherSection): void {
  line(pdf);
  if (heading !== undefined) pdf.font('bold').fontSize(11).fillColor('#111111').text(heading).moveDown(0.2);
  for (const field of fields) drawField(pdf, field);
}

/** Label and lines share a row, and lines without a label take the whole row. A row that does not fit starts on the next page. */
function drawField(pdf: Pdf, { label, lines }: Field): void {
  const { left, right } = pdf.page.margins;
  const indent = label === '' ? 0 : LABEL_WIDTH + GAP;
  const width = pdf.page.width - left - right - indent;
  const text = lines.join('\n');
  pdf.font('regular').fontSize(11);
  const height = Math.max(
    pdf.heightOfString(text, { width }),
    pdf.heightOfString(label, { width: LABEL_WIDTH }),
  );
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  const top = pdf.y;
  pdf.fillColor('#444444').text(label, left, top, { width: LABEL_WIDTH });
  pdf.fillColor('#111111').text(text, left + indent, top, { width });
  pdf.x = left;
  pdf.y = Math.max(pdf.y, top + height) + 3;
}

function line(pdf: Pdf): void {
  const { left, right } = pdf.page.margins;
  const y = pdf.y + 8;
  pdf
    .moveTo(left, y)
    .lineTo(pdf.page.width - right, y)
    .lineWidth(0.7)
    .strokeColor('#bbbbbb')
    .stroke();
  pdf.x = left;
  pdf.y = y + 10;
}
