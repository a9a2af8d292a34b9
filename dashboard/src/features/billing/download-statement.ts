import { collectPages } from '../../lib/calls/collect-pages.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { downloadText } from '../../lib/format/download.ts';

export type Statement = Output<'statements/show'>['statement'];

const EXPORT_PAGE = 2_000;

/** Downloads the whole statement as CSV. */
export async function downloadStatement({
  partnerId,
  partnerName,
  environment,
  month,
  number,
}: Statement): Promise<void> {
  const parts = await collectPages(
    'statements/export',
    { partnerId, environment, month, format: 'CSV' },
    EXPORT_PAGE,
  );
  const text = parts.map(part => part.text).join('');
  const name = number ?? `${partnerName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${month}`;
  // Spreadsheets recognise UTF-8 by the byte order mark.
  downloadText(`statement-${name}.csv`, `\uFEFF${text}`, 'text/csv;charset=utf-8');
}
