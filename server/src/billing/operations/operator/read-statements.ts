/** Reads statements: closed ones as they were stored, open ones from the entries so far, with what is still unpaid of them. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { fromMoney, toMoney } from '../../../platform/money/minor-units.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { listDebts, listOwed } from '../../ledger/ageing-store.ts';
import { getAccount, type LedgerScope } from '../../ledger/ledger-store.ts';
import { monthAfter, monthBefore, monthPeriod } from '../../statements/month-period.ts';
import { openStatements, paymentState, UNKNOWN_PAYMENT } from '../../statements/payment-state.ts';
import type { OpenStatement } from '../../statements/statement-mail.ts';
import { listLastMails } from '../../statements/statement-mail-store.ts';
import {
  findClosed,
  type NewStatement,
  type Period,
  readOpening,
  readTotals,
} from '../../statements/statement-store.ts';
import { type AnyStatement, type StatementView, statementView } from '../../statements/statement-view.ts';

interface Named {
  statement: AnyStatement;
  partnerName: string;
}

export async function withPayment(context: OperatorContext, named: Named, timeZone: string) {
  const [view] = await withPayments(context, [named], timeZone);
  return view as StatementView;
}

/**
 * Compares the closed statements with what their partners owe now. All of them belong to one environment. Debts are
 * calculated only for partners with a statement that asked for a payment.
 */
export async function withPayments(
  context: OperatorContext,
  named: readonly Named[],
  timeZone: string,
): Promise<StatementView[]> {
  const { db } = context;
  const closed = named.filter(
    ({ statement }) => statement.statement_id !== null && statement.closing_minor > 0,
  );
  const environment = closed[0]?.statement.environment as Environment | undefined;
  const ids = [...new Set(closed.map(({ statement }) => statement.organisation_id))];
  const debts =
    environment === undefined
      ? []
      : await listDebts(db, { environment, timeZone }, await listOwed(db, environment, ids));
  const debtOf = new Map(debts.map(debt => [debt.organisationId, debt]));
  const mails = await listLastMails(
    db,
    named.flatMap(({ statement }) => statement.statement_id ?? []),
  );
  return named.map(({ statement, partnerName }) => {
    const debt = debtOf.get(statement.organisation_id);
    const payment = statement.statement_id === null ? UNKNOWN_PAYMENT : paymentState(statement, debt);
    const own = mails.filter(({ statementId }) => statementId === statement.statement_id);
    return statementView(statement, { partnerName, ...payment, mails: own }, context);
  });
}

/** The unpaid statements that make up the amount due of one of them. Empty if they cannot be told apart exactly. */
export async function listOpenStatements(
  db: Database,
  { partnerId, environment, month, amountDue, currency }: StatementView,
  timeZone: string,
): Promise<OpenStatement[]> {
  if (amountDue === null) return [];
  const owed = await listOwed(db, environment, [partnerId]);
  const [debt] = await listDebts(db, { environment, timeZone }, owed);
  const open = openStatements(debt?.statements ?? [], { month, amountDueMinor: fromMoney(amountDue) });
  return open.map(({ unpaidMinor, ...each }) => ({ ...each, unpaid: toMoney(unpaidMinor, currency) }));
}

export async function statementOf(
  db: Database,
  scope: LedgerScope,
  month: string,
  timeZone: string,
  earlier?: AnyStatement,
): Promise<AnyStatement> {
  const closed = await findClosed(db, scope, month);
  return closed ?? { ...(await openStatement(db, scope, month, timeZone, earlier)), statement_id: null };
}

/** `earlier` is a statement of the same partner that was just read. It is used if it covers the month before. */
export async function openStatement(
  db: Database,
  scope: LedgerScope,
  month: string,
  timeZone: string,
  earlier?: AnyStatement,
): Promise<Omit<NewStatement, 'closed_by'>> {
  const previous = monthBefore(month);
  const before = earlier?.month === previous ? earlier : await findClosed(db, scope, previous);
  const period = await openPeriod(db, scope, { month, timeZone, before });
  const { currency } = await getAccount(db, scope);
  const openingMinor = before?.closing_minor ?? (await readOpening(db, scope, period.from));
  const totals = await readTotals(db, scope, period);
  const changes = Object.values(totals).reduce((sum, total) => sum + (total?.owedMinor ?? 0), 0);
  return {
    organisation_id: scope.organisationId,
    environment: scope.environment,
    month,
    time_zone: timeZone,
    from_at: period.from,
    to_at: period.to,
    currency,
    opening_minor: openingMinor,
    closing_minor: openingMinor + changes,
    totals,
  };
}

/**
 * Leaves no gap to the previous and next statements, even if the time zone of the operator has changed since they were
 * closed.
 */
export async function openPeriod(
  db: Database,
  scope: LedgerScope,
  { month, timeZone, before }: { month: string; timeZone: string; before: AnyStatement | undefined },
): Promise<Period> {
  const { from, to } = monthPeriod(month, timeZone);
  const after = await findClosed(db, scope, monthAfter(month));
  return { from: before?.to_at ?? from, to: after?.from_at ?? to };
}
