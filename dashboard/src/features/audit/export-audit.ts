/** The audit log as a file for spreadsheets: every entry that matches, up to a bound. */

import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import { call, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { downloadCsv } from '../../lib/format/download.ts';

type Filter = Omit<Input<'audit/list'>, 'page'>;
type Entry = Output<'audit/list'>['entries'][number];

const PAGE_SIZE = 500;
export const MAX_EXPORTED = 20_000;

const HEADINGS = ['Time', 'Actor', 'Action', 'Target', 'Before', 'After', 'Address', 'Request id'];

export async function exportAudit(filter: Filter): Promise<number> {
  const entries: Entry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && entries.length < MAX_EXPORTED) {
    const answer: Output<'audit/list'> = await call('audit/list', {
      ...filter,
      page: { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) },
    });
    entries.push(...answer.entries);
    cursor = answer.page.nextCursor;
  }
  downloadCsv('audit-log.csv', HEADINGS, entries.map(rowOf));
  return entries.length;
}

function rowOf({ at, actor, action, target, before, after, address, requestId }: Entry): CsvCell[] {
  return [at, inCell(actor), action, target, inCell(before), inCell(after), address, requestId];
}

/** Objects are written as JSON. */
function inCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
