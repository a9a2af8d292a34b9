/** Draws a table over as many pages as it needs. Each page repeats the headings. */
import { drawRight, drawRule, ensureRoom, INK, type Pdf } from './pdf-file.ts';

export interface PdfColumn {
  heading: string;
  /** In points. */
  width: number;
  /** Numbers are aligned at their last digit. */
  isNumber?: boolean;
}

const FONT_SIZE = 9;
const PADDING = 3;
/** Between columns. */
const GAP = 8;

export function drawTable(pdf: Pdf, columns: readonly PdfColumn[], rows: Iterable<readonly string[]>): void {
  const headings = columns.map(({ heading }) => heading);
  const drawHeadings = () => {
    drawRow(pdf, columns, headings, 'bold');
    drawRule(pdf, { before: 0, after: 0, colour: INK.strong });
  };
  pdf.fontSize(FONT_SIZE);
  // Headings at the end of a page would have no row below them.
  ensureRoom(pdf, 3 * rowHeight(pdf, columns, headings));
  drawHeadings();
  for (const row of rows) {
    pdf.font('regular').fontSize(FONT_SIZE);
    if (ensureRoom(pdf, rowHeight(pdf, columns, row))) drawHeadings();
    drawRow(pdf, columns, row, 'regular');
    drawRule(pdf, { before: 0, after: 0 });
  }
}

function rowHeight(pdf: Pdf, columns: readonly PdfColumn[], cells: readonly string[]): number {
  const heights = columns.map(({ width }, index) => cellHeight(pdf, cells[index] ?? '', width));
  return Math.max(...heights) + 2 * PADDING;
}

/** Most texts fit into one line. Measuring them is faster than wrapping them. */
function cellHeight(pdf: Pdf, text: string, width: number): number {
  return pdf.widthOfString(text) <= width - GAP
    ? pdf.currentLineHeight(true)
    : pdf.heightOfString(text, { width: width - GAP });
}

function drawRow(
  pdf: Pdf,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  font: 'regular' | 'bold',
): void {
  pdf.font(font).fontSize(FONT_SIZE).fillColor(INK.strong);
  const top = pdf.y + PADDING;
  const bottom = pdf.y + rowHeight(pdf, columns, cells);
  let { left } = pdf.page.margins;
  columns.forEach(({ width, isNumber }, index) => {
    const text = cells[index] ?? '';
    if (isNumber) drawRight(pdf, text, left + width, top);
    else if (pdf.widthOfString(text) <= width - GAP) pdf.text(text, left, top, { lineBreak: false });
    else pdf.text(text, left, top, { width: width - GAP });
    left += width;
  });
  pdf.x = pdf.page.margins.left;
  pdf.y = bottom;
}
