/**
 * Draws PDF files. The embedded font covers Latin, Greek, Cyrillic and Devanagari. Other scripts, such as Arabic, Hebrew,
 * Thai, Chinese, Japanese and Korean, appear as empty boxes.
 */
import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';

/** In points, 72 to an inch. */
const PAGE = { size: 'A4', margin: 51 } as const;
const LABEL_WIDTH = 150;
const GAP = 12;
const RULE = { width: 0.7, colour: '#bbbbbb' } as const;

export const INK = { strong: '#111111', faint: '#444444', warning: '#b00020' } as const;

const regular = () =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));
const bold = () =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'));

export type Pdf = InstanceType<typeof PDFDocument>;

interface PdfFacts {
  title: string;
  author: string;
  language: string;
  /** Printed in the bottom margin of each page of a file with several pages, before the number of the page. */
  footer?: string;
}

/** The fonts are called `regular` and `bold`. */
export async function pdfFile(
  { title, author, language, footer }: PdfFacts,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  // Loaded when first needed, because few processes print anything.
  const { default: Document } = await import('pdfkit');
  const info = { Title: title, Author: author };
  const pdf = new Document({ ...PAGE, lang: language, info, bufferPages: footer !== undefined });
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);
  pdf.registerFont('regular', regular()).registerFont('bold', bold());
  draw(pdf);
  if (footer !== undefined) numberPages(pdf, footer);
  pdf.end();
  return promise;
}

function numberPages(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  if (count < 2) return;
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index);
    const { margins, height, width } = pdf.page;
    // Text below the bottom margin would begin another page.
    pdf.page.margins = { ...margins, bottom: 0 };
    pdf.font('regular').fontSize(8.5).fillColor(INK.faint);
    const text = `${footer}, page ${index + 1} of ${count}`;
    drawRight(pdf, text, width - margins.right, height - margins.bottom / 2 - 6);
    pdf.page.margins = margins;
  }
}

export function contentWidth({ page: { width, margins } }: Pdf): number {
  return width - margins.left - margins.right;
}

/** Begins another page if less than `height` is left. Returns whether it did. */
export function ensureRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.page.height - pdf.page.margins.bottom) return false;
  pdf.addPage();
  return true;
}

/** One line of text that ends at `right`. */
export function drawRight(pdf: Pdf, text: string, right: number, top: number): void {
  pdf.text(text, right - pdf.widthOfString(text), top, { lineBreak: false });
}

interface Field {
  label: string;
  lines: readonly string[];
}

/** Label and lines share a row, and lines without a label take the whole row. A row that does not fit starts on the next page. */
export function drawField(pdf: Pdf, { label, lines }: Field): void {
  const { left } = pdf.page.margins;
  const indent = label === '' ? 0 : LABEL_WIDTH + GAP;
  const width = contentWidth(pdf) - indent;
  const text = lines.join('\n');
  pdf.font('regular').fontSize(11);
  const height = Math.max(
    pdf.heightOfString(text, { width }),
    pdf.heightOfString(label, { width: LABEL_WIDTH }),
  );
  ensureRoom(pdf, height);
  const top = pdf.y;
  pdf.fillColor(INK.faint).text(label, left, top, { width: LABEL_WIDTH });
  pdf.fillColor(INK.strong).text(text, left + indent, top, { width });
  pdf.x = left;
  pdf.y = Math.max(pdf.y, top + height) + 3;
}

/** A horizontal line, with some space around it. */
export function drawRule(pdf: Pdf, { before = 8, after = 10, colour = RULE.colour as string } = {}): void {
  const { left, right } = pdf.page.margins;
  const y = pdf.y + before;
  pdf
    .moveTo(left, y)
    .lineTo(pdf.page.width - right, y)
    .lineWidth(RULE.width)
    .strokeColor(colour)
    .stroke();
  pdf.x = left;
  pdf.y = y + after;
}
