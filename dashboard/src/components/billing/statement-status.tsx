import { isCarriedOver } from '@serai/contract/billing/mail-plan.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatUtcDay } from '../../lib/format/format.ts';
import { useStaff } from '../../lib/session-context.ts';
import type { Column } from '../data-table.tsx';
import { Badge, type Tone } from '../feedback.tsx';
import { isZero } from './ageing.tsx';
import { sentWords } from './statement-sent.tsx';

type Statement = Output<'statements/list'>['statements'][number];
const CHARGES = ['charges', 'penalties', 'returnedPayments', 'adjustments'] as const;

type Due = Pick<
  Statement,
  'status' | 'payment' | 'dueOn' | 'unpaid' | 'amountDue' | (typeof CHARGES)[number]
>;

/** Whether a statement is open, and whether it is paid. */
export function StatementStatus({ statement }: { statement: Due }) {
  const { tone, label } = describeStatus(statement);
  return <Badge tone={tone}>{label}</Badge>;
}

export function describeStatus(statement: Due): { tone: Tone; label: string } {
  const { status, payment, dueOn } = statement;
  if (status === 'OPEN') return { tone: 'info', label: 'Open' };
  // It stays so when the earlier statements are paid, because there was nothing to pay of this one.
  if (CHARGES.every(key => isZero(statement[key]))) return { tone: 'plain', label: 'Nothing charged' };
  if (isCarriedOver(statement)) return { tone: 'plain', label: 'Carried over' };
  switch (payment) {
    case 'OVERDUE':
      return { tone: 'bad', label: dueOn === null ? 'Overdue' : `Overdue, was due ${formatUtcDay(dueOn)}` };
    case 'UNPAID':
      return { tone: 'warn', label: 'Unpaid' };
    case 'PAID':
      return { tone: 'good', label: 'Paid' };
    case null:
      return { tone: 'plain', label: 'Closed' };
  }
}

export const STATEMENT_STATE: Column<Statement> = {
  key: 'status',
  heading: 'Status',
  phone: 'status',
  cell: statement => (
    <div>
      <StatementStatus statement={statement} />
      {statement.payment === 'UNPAID' && !isCarriedOver(statement) && statement.dueOn !== null && (
        <small>Due {formatUtcDay(statement.dueOn)}</small>
      )}
      <LastMail statement={statement} />
    </div>
  ),
};

function LastMail({ statement }: { statement: Statement }) {
  const words = sentWords(statement);
  return useStaff() && words !== undefined && <small>{words}</small>;
}
