import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatMs } from '../../lib/format/format.ts';
import type { LoggedRequest } from './request-filters.ts';
import { StatusBadge } from './status-badge.tsx';

interface RequestTableProps {
  rows: readonly LoggedRequest[];
  keyNames: ReadonlyMap<string, string>;
  onOpen: (rowId: string) => void;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

export function RequestTable({ rows, keyNames, onOpen }: RequestTableProps) {
  const columns: readonly Column<LoggedRequest>[] = [
    {
      key: 'at',
      heading: 'Time',
      cell: ({ rowId, at }) => (
        <button type="button" className="quiet log-row" onClick={() => onOpen(rowId)}>
          <time dateTime={at} title={at}>
            {TIME.format(new Date(at))} <small>{DAY.format(new Date(at))}</small>
          </time>
        </button>
      ),
    },
    { key: 'status', heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'operation',
      heading: 'Operation',
      wide: true,
      cell: ({ operation, path, code, reason }) => (
        <div>
          {operation ?? <code>{path}</code>}
          {(reason ?? code) !== null && <small>{reason ?? code}</small>}
        </div>
      ),
    },
    { key: 'ms', heading: 'Took', align: 'right', cell: ({ totalMs }) => formatMs(totalMs) },
    {
      key: 'key',
      heading: 'Key',
      cell: ({ keyId }) => <span className="log-id">{keyNames.get(keyId) ?? keyId}</span>,
    },
    { key: 'address', heading: 'Address', cell: ({ address }) => address ?? '' },
    {
      key: 'request',
      heading: 'Request id',
      cell: ({ requestId }) => <code className="log-id">{requestId}</code>,
    },
  ];
  return (
    <div className="log">
      <DataTable label="Logged requests" rows={rows} columns={columns} rowKey={({ rowId }) => rowId} />
    </div>
  );
}
