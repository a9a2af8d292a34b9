import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';

type Operation = Output<'reference/show'>['operation'];

interface StatusRow {
  status: number;
  /** Empty for a success. */
  codes: readonly string[];
  /** Whether the same request may succeed later. Undefined if this depends on the code. */
  isRetryable: boolean | undefined;
}

/** Each status once, in ascending order, with the codes that it can have. Pure. */
export function statusRows({ statuses, errors }: Pick<Operation, 'statuses' | 'errors'>): StatusRow[] {
  const all = new Set([...statuses, ...errors.map(({ status }) => status)]);
  return [...all]
    .sort((a, b) => a - b)
    .map(status => {
      const own = errors.filter(error => error.status === status);
      const retries = new Set(own.map(({ retryable }) => retryable));
      return {
        status,
        codes: own.map(({ code }) => code),
        isRetryable: retries.size === 1 ? [...retries][0] : undefined,
      };
    });
}

const COLUMNS: readonly Column<StatusRow>[] = [
  {
    key: 'status',
    heading: 'Status',
    cell: ({ status }) => (
      <Badge tone={status < 300 ? 'good' : status < 500 ? 'warn' : 'bad'}>{describeHttpStatus(status)}</Badge>
    ),
  },
  {
    key: 'codes',
    heading: 'Error codes',
    phone: 'plain',
    wide: true,
    cell: ({ codes }) =>
      codes.length === 0 ? '–' : <span className="status-codes">{codes.join(', ')}</span>,
  },
  {
    key: 'retry',
    heading: 'Retry',
    cell: ({ codes, isRetryable }) =>
      codes.length === 0 ? '–' : isRetryable === undefined ? 'Some' : isRetryable ? 'Yes' : 'No',
  },
];

export function StatusTable({ operation }: { operation: Operation }) {
  return (
    <DataTable
      label="Possible statuses"
      rows={statusRows(operation)}
      columns={COLUMNS}
      rowKey={({ status }) => String(status)}
    />
  );
}
