import {
  closeStatement,
  exportStatement,
  listStatements,
  showStatement,
} from '@serai/contract/billing/statements.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { listDebts, listOwed } from '../../ledger/ageing-store.ts';
import { listStatementEntries } from '../../ledger/entry-list-store.ts';
import { entryView, positionOf, positionTexts } from '../../ledger/entry-view.ts';
import { databaseNow, getAccount, type LedgerScope } from '../../ledger/ledger-store.ts';
import { monthAfter, monthBefore, monthPeriod } from '../../statements/month-period.ts';
import { paymentState, UNKNOWN_PAYMENT } from '../../statements/payment-state.ts';
import {
  findClosed,
  getRecipient,
  insertStatement,
  listMonths,
  type NewStatement,
  type Period,
  readOpening,
  readTotals,
  type StatementKey,
  sealEntries,
} from '../../statements/statement-store.ts';
import {
  type AnyStatement,
  CSV_HEADER,
  entryCsv,
  entryHtml,
  PAGE_END,
  pageStart,
  type StatementView,
  statementView,
} from '../../statements/statement-view.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT, scopeOf } from './billing-parts.ts';

const STATEMENTS = 50;
const ENTRIES = 100;
const EXPORTED = 2_000;

export function statementsList(parts: BillingParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(listStatements, async (context, { page, month, ...input }) => {
    const { db, partnerId: organisationId } = context;
    const { environment = DEFAULT_ENVIRONMENT } = input;
    const { limit = STATEMENTS, cursor } = page ?? {};
    const timeZone = await parts.timeZone();
    const boundTo = [listStatements.name, organisationId ?? null, environment, month ?? null];
    const found = await listMonths(db, {
      organisationId,
      environment,
      timeZone,
      month,
      after: cursor === undefined ? undefined : keyOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, last =>
      makeCursor(cursorKey, boundTo, [last.month, last.name, last.organisationId]),
    );
    const statements: { statement: AnyStatement; partnerName: string }[] = [];
    const last = new Map<string, AnyStatement>();
    // Oldest first: each month continues from the one before, so that no entry is added up twice.
    for (const { organisationId: id, month: shown, name } of paged.shown.toReversed()) {
      const scope = { organisationId: id, environment };
      const statement = await statementOf(db, scope, shown, timeZone, last.get(id));
      last.set(id, statement);
      statements.unshift({ statement, partnerName: name });
    }
    return { statements: await withPayments(context, statements, timeZone), page: paged.page };
  });
}

function keyOf([month = '', name = '', organisationId = '']: readonly string[]): StatementKey {
  return { month, name, organisationId };
}

export function statementsShow(parts: BillingParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(showStatement, async (context, { page, month, ...input }) => {
    const { db } = context;
    const scope = scopeOf(context, input);
    const { limit = ENTRIES, cursor } = page ?? {};
    const timeZone = await parts.timeZone();
    const statement = await statementOf(db, scope, month, timeZone);
    const boundTo = [showStatement.name, scope, month];
    const after = cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor));
    const period = { from: statement.from_at, to: statement.to_at };
    const found = await listStatementEntries(db, scope, period, after, limit + 1);
    const paged = pageOf(found, limit, last => makeCursor(cursorKey, boundTo, positionTexts(last)));
    const recipient = await getRecipient(db, scope.organisationId);
    const named = { statement, partnerName: recipient.name };
    return {
      // Further pages are read for their entries only.
      statement:
        cursor === undefined
          ? await withPayment(context, named, timeZone)
          : statementView(statement, { ...named, ...UNKNOWN_PAYMENT }, context),
      issuer: await parts.issuer(),
      recipient,
      entries: paged.shown.map(entry => entryView(entry, context)),
      page: paged.page,
    };
  });
}

export function statementsExport(parts: BillingParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(exportStatement, async (context, { page, month, format, ...input }) => {
    const { db } = context;
    const scope = scopeOf(context, input);
    const { limit = EXPORTED, cursor } = page ?? {};
    const timeZone = await parts.timeZone();
    const statement = await statementOf(db, scope, month, timeZone);
    const boundTo = [exportStatement.name, scope, month, format];
    const after = cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor));
    const period = { from: statement.from_at, to: statement.to_at };
    const found = await listStatementEntries(db, scope, period, after, limit + 1);
    const paged = pageOf(found, limit, last => makeCursor(cursorKey, boundTo, positionTexts(last)));
    const isFirst = cursor === undefined;
    if (format === 'CSV') {
      return { text: (isFirst ? CSV_HEADER : '') + paged.shown.map(entryCsv).join(''), page: paged.page };
    }
    const rows = paged.shown.map(entry => entryHtml(entry, statement.time_zone)).join('');
    const start = isFirst ? await startOfPage(parts, context, statement, timeZone) : '';
    return { text: `${start}${rows}${paged.page.hasMore ? '' : PAGE_END}`, page: paged.page };
  });
}

export function statementsClose(parts: BillingParts): OperatorHandler {
  return operate(closeStatement, async (context, { month, ...input }) => {
    const { db, actor } = context;
    const scope = scopeOf(context, input);
    const timeZone = await parts.timeZone();
    const statement = await inTransaction(db, async tx => {
      const before = await findClosed(tx, scope, monthBefore(month));
      const { to } = await openPeriod(tx, scope, { month, timeZone, before });
      if ((await databaseNow(tx)) < to) {
        throw new ApiError(
          'INVALID_STATE',
          `${month} is not over yet. It can be closed from ${to.toISOString()}.`,
        );
      }
      if (!(await sealEntries(tx, scope, to))) {
        throw new ApiError('INVALID_STATE', 'The partner has no entries, so there is nothing to close.');
      }
      const known = await findClosed(tx, scope, month);
      if (known) return known;
      const open = await openStatement(tx, scope, month, timeZone);
      const { paymentDays } = await getAccount(tx, scope);
      const closed = await insertStatement(tx, { ...open, closed_by: actor }, paymentDays);
      const after = {
        environment: scope.environment,
        month,
        closing: toMoney(open.closing_minor, open.currency),
        dueOn: closed.due_on,
      };
      const target = closed.statement_id;
      await parts.recordAudit(
        tx,
        auditOf(context, { action: closeStatement.name, target, before: null, after }),
      );
      return closed;
    });
    const { name: partnerName } = await getRecipient(db, scope.organisationId);
    return { statement: await withPayment(context, { statement, partnerName }, timeZone) };
  });
}

async function startOfPage(
  parts: BillingParts,
  context: OperatorContext,
  statement: AnyStatement,
  timeZone: string,
): Promise<string> {
  const recipient = await getRecipient(context.db, statement.organisation_id);
  const view = await withPayment(context, { statement, partnerName: recipient.name }, timeZone);
  return pageStart(view, await parts.issuer(), recipient);
}

interface Named {
  statement: AnyStatement;
  partnerName: string;
}

async function withPayment(context: OperatorContext, named: Named, timeZone: string) {
  const [view] = await withPayments(context, [named], timeZone);
  return view as StatementView;
}

/**
 * Compares the closed statements with what their partners owe now. All of them belong to one environment. Debts are
 * calculated only for partners with a statement that asked for a payment.
 */
async function withPayments(
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
  return named.map(({ statement, partnerName }) => {
    const debt = debtOf.get(statement.organisation_id);
    const payment = statement.statement_id === null ? UNKNOWN_PAYMENT : paymentState(statement, debt);
    return statementView(statement, { partnerName, ...payment }, context);
  });
}

async function statementOf(
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
async function openStatement(
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
async function openPeriod(
  db: Database,
  scope: LedgerScope,
  { month, timeZone, before }: { month: string; timeZone: string; before: AnyStatement | undefined },
): Promise<Period> {
  const { from, to } = monthPeriod(month, timeZone);
  const after = await findClosed(db, scope, monthAfter(month));
  return { from: before?.to_at ?? from, to: after?.from_at ?? to };
}
