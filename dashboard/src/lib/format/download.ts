/** Files made in the page. */

/** A cell that a spreadsheet would take for a formula is written as text. */
export function csvText(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return `${[headings, ...rows].map(row => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Spreadsheets look past what is not seen, and take the wide forms of the signs for the signs. */
const FORMULA = /^(?:[\t\r]|[\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function downloadCsv(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  downloadText(name, `\uFEFF${csvText(headings, rows)}`, 'text/csv;charset=utf-8');
}

export function downloadText(name: string, text: string, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
