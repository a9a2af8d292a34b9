import { Badge } from '../../components/feedback.tsx';
import { collectPages } from '../../lib/calls/collect-pages.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { downloadText } from '../../lib/format/download.ts';

export type Statement = Output<'statements/show'>['statement'];

export function StatementBadge({ status }: Pick<Statement, 'status'>) {
  return status === 'CLOSED' ? <Badge tone="good">Closed</Badge> : <Badge tone="warn">Open</Badge>;
}

const EXPORT_PAGE = 2_000;

/** Downloads the whole statement as CSV, or as a page that can be printed. */
export async function downloadStatement(
  { partnerId, partnerName, environment, month }: Statement,
  format: 'CSV' | 'HTML',
): Promise<void> {
  const parts = await collectPages(
    'statements/export',
    { partnerId, environment, month, format },
    EXPORT_PAGE,
  );
  const text = parts.map(part => part.text).join('');
  const name = `statement-${partnerName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${month}`;
  // Spreadsheets recognise UTF-8 by the byte order mark.
  if (format === 'CSV') downloadText(`${name}.csv`, `\uFEFF${text}`, 'text/csv;charset=utf-8');
  else downloadText(`${name}.html`, text, 'text/html;charset=utf-8');
}
