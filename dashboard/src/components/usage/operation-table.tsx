import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { LinkTo } from '../link-to.tsx';
import { errorShare } from './error-share.ts';

type Operation = Output<'usage/summary'>['operations'][number];

interface OperationTableProps {
  operations: readonly Operation[];
  /** What the links into the request log keep: the period, the key. */
  search: Record<string, string | undefined>;
}

/** What is called most, how often it fails and how long it takes. */
export function OperationTable({ operations, search }: OperationTableProps) {
  const columns: readonly Column<Operation>[] = [
    {
      key: 'operation',
      heading: 'Operation',
      wide: true,
      cell: ({ operation }) =>
        operation === null ? (
          'No route matched'
        ) : (
          <LinkTo to="/requests" search={{ ...search, operation }}>
            {operation}
          </LinkTo>
        ),
    },
    { key: 'requests', heading: 'Requests', align: 'right', cell: ({ requests }) => formatNumber(requests) },
    { key: 'errors', heading: 'Errors', align: 'right', cell: row => formatPercent(errorShare(row)) },
    { key: 'limited', heading: '429', align: 'right', cell: ({ rateLimited }) => formatNumber(rateLimited) },
    { key: 'p50', heading: 'p50', align: 'right', cell: ({ p50Ms }) => msWords(p50Ms) },
    { key: 'p95', heading: 'p95', align: 'right', cell: ({ p95Ms }) => msWords(p95Ms) },
  ];
  return (
    <DataTable
      label="Operations"
      rows={operations}
      columns={columns}
      rowKey={({ operation }) => operation ?? ''}
    />
  );
}

function msWords(ms: number | null): string {
  return ms === null ? '–' : formatMs(ms);
}
