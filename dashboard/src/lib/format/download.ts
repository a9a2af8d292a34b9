import { type CsvCell, csvLine } from '@serai/contract/shared/csv-line.ts';

export function csvText(headings: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [headings, ...rows].map(csvLine).join('');
}

export function downloadCsv(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): void {
  // Spreadsheets recognise UTF-8 by the byte order mark.
  downloadText(name, `\uFEFF${csvText(headings, rows)}`, 'text/csv;charset=utf-8');
}

export function downloadText(name: string, text: string, type = 'text/plain;charset=utf-8'): void {
  download(name, new Blob([text], { type }));
}

export function downloadParts(name: string, parts: string[], type: string): void {
  download(name, new Blob(parts, { type }));
}

function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function downloadBytes(name: string, base64: string, type: string): void {
  download(name, new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], { type }));
}
