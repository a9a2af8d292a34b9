/** Records the payments of a bank file, all in one transaction. */
import { importPayments } from '@serai/contract/billing/payments.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { findPayment } from '../../ledger/entry-list-store.ts';
import { getLockedAccount, todayIn } from '../../ledger/ledger-store.ts';
import {
  listNamedPayers,
  listOtherPayers,
  listStatementPayers,
  lockImports,
  type Payer,
} from '../../payment-files/payer-store.ts';
import { type GivenPayment, readPayments } from '../../payment-files/read-payments.ts';
import { amountIn, type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';
import { checkReceived, type KnownPayment, type NewPayment, paymentAudit, postPayment } from './payments.ts';

type Summary = z.input<typeof importPayments.output>;
type ImportedRow = Summary['rows'][number];

/** Thrown to roll back a dry run. */
class Undo extends Error {
  readonly summary: Summary;

  constructor(summary: Summary) {
    super('dry run');
    this.summary = summary;
  }
}

export function paymentsImport({ recordAudit, timeZone }: BillingParts): OperatorHandler {
  return operate(importPayments, async (context, input) => {
    const { environment = DEFAULT_ENVIRONMENT, text, skipInvalid = false, dryRun = false } = input;
    const given = await readPayments(text).catch(rejectFile);
    const zone = await timeZone();
    const work = async (tx: Database) => {
      if (!dryRun) await lockImports(tx, environment);
      const today = await todayIn(tx, zone);
      const rows = await postRows(tx, { context, environment, today }, given);
      const summary = summaryOf(rows.map(({ row }) => row));
      if (dryRun) throw new Undo(summary);
      if (summary.invalid > 0 && !skipInvalid) throw badRows(summary.rows);
      for (const { posted } of rows) {
        if (posted) await recordAudit(tx, paymentAudit(context, importPayments.name, posted));
      }
      return { ...summary, written: true };
    };
    return inTransaction(context.db, work).catch(error => {
      if (error instanceof Undo) return error.summary;
      throw error;
    });
  });
}

function summaryOf(rows: ImportedRow[]): Summary {
  const count = (wanted: ImportedRow['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length;
  return {
    written: false,
    recorded: count('RECORDED'),
    alreadyRecorded: count('ALREADY_RECORDED'),
    invalid: count('INVALID'),
    rows,
  };
}

interface Import {
  context: OperatorContext;
  environment: Environment;
  today: string;
}

interface PostedRow {
  row: ImportedRow;
  /** Undefined unless the payment is new. */
  posted?: NewPayment & { postingId: string };
}

async function postRows(
  tx: Database,
  { context, environment, today }: Import,
  given: readonly GivenPayment[],
): Promise<PostedRow[]> {
  const payerOf = await findPayers(tx, environment, given);
  const named = given.map(payment => ({ payment, ...payerOf(payment) }));
  const partnerIds = new Set(named.flatMap(({ payer }) => payer?.partnerId ?? []));
  const currencies = new Map<string, string>();
  for (const organisationId of partnerIds) {
    const { currency } = await getLockedAccount(tx, { organisationId, environment });
    currencies.set(organisationId, currency);
  }
  const checked = checkRows(named, { currencies, environment, today });
  const payments = checked.flatMap(({ payment }) => payment ?? []);
  const others = new Map(
    (await listOtherPayers(tx, environment, payments)).map(({ reference, ...payer }) => [reference, payer]),
  );
  const posted: PostedRow[] = [];
  for (const each of checked) posted.push(await postRow(tx, context, each, others));
  return posted;
}

interface NamedRow {
  payment: GivenPayment;
  payer?: Payer | undefined;
  /** What is wrong with the partner or the statement. */
  problem?: string | undefined;
}

interface CheckedRow {
  row: Omit<ImportedRow, 'outcome' | 'problems'>;
  problems: string[];
  /** Undefined if the row is invalid. */
  payment: NewPayment | undefined;
}

interface Accounts extends Omit<Import, 'context'> {
  /** By partner. */
  currencies: ReadonlyMap<string, string>;
}

function checkRows(rows: readonly NamedRow[], accounts: Accounts): CheckedRow[] {
  const checked = rows.map(row => checkRow(row, accounts));
  const withPartner = checked.map(({ row }) => row).filter(({ partnerId }) => partnerId !== null);
  const byId = Map.groupBy(withPartner, ({ externalReference }) => externalReference);
  return checked.map(each => {
    const { row, problems } = each;
    const problem =
      row.externalReference === null ? undefined : repeated(row, byId.get(row.externalReference) ?? []);
    return problem === undefined ? each : { row, problems: [...problems, problem], payment: undefined };
  });
}

type CheckedFields = CheckedRow['row'];

/** Of rows with one ID for several partners, all are invalid, because any of them could be the wrong one. */
function repeated({ line, partnerId }: CheckedFields, sameId: readonly CheckedFields[]): string | undefined {
  if (partnerId === null) return undefined;
  const other = sameId.find(row => row.partnerId !== partnerId);
  if (other) return `Line ${other.line} has the same bank transaction ID for another partner.`;
  const [first] = sameId;
  return first === undefined || first.line === line
    ? undefined
    : `Line ${first.line} has the same partner and bank transaction ID.`;
}

function checkRow(
  { payment: given, payer, problem }: NamedRow,
  { currencies, environment, today }: Accounts,
): CheckedRow {
  const { line, amount, externalReference } = given;
  const receivedOn = given.receivedOn === undefined ? today : given.receivedOn;
  const currency = payer && currencies.get(payer.partnerId);
  const problems = [
    ...(problem === undefined ? [] : [problem]),
    ...given.problems,
    ...(currency === undefined || amount === null ? [] : problemOf(() => amountIn(currency, amount))),
    ...(receivedOn === null ? [] : problemOf(() => checkReceived(receivedOn, today))),
  ];
  const isValid =
    problems.length === 0 && amount !== null && externalReference !== null && receivedOn !== null;
  return {
    row: {
      line,
      partnerId: payer?.partnerId ?? null,
      partnerName: payer?.partnerName ?? null,
      ...{ amount, externalReference, receivedOn, returnedOn: null },
    },
    problems,
    payment:
      payer === undefined || currency === undefined || !isValid
        ? undefined
        : {
            scope: { organisationId: payer.partnerId, environment },
            ...{ currency, amount, externalReference, receivedOn, today },
          },
  };
}

function problemOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

/** Rethrows what is no deliberate failure. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}

async function postRow(
  tx: Database,
  { actor }: Pick<OperatorContext, 'actor'>,
  { row, problems, payment }: CheckedRow,
  others: ReadonlyMap<string, Payer>,
): Promise<PostedRow> {
  if (payment === undefined) return { row: { ...row, outcome: 'INVALID', problems } };
  const other = others.get(payment.externalReference);
  if (other && !(await findPayment(tx, payment.scope, payment.externalReference))) {
    const problem = `This ID is recorded for ${other.partnerName}. If it was recorded for the wrong partner, mark that payment as returned first.`;
    return { row: { ...row, outcome: 'INVALID', problems: [problem] } };
  }
  const { postingId, known } = await postPayment(tx, actor, payment);
  if (known) return { row: knownRow(row, known) };
  return { row: { ...row, outcome: 'RECORDED', problems: [] }, posted: { ...payment, postingId } };
}

/** A returned payment is not recorded again either: the bank file still lists it, but the money is gone. */
function knownRow(row: CheckedRow['row'], { entry, hasSameAmount }: KnownPayment): ImportedRow {
  if (!hasSameAmount) {
    const { amount, currency } = toMoney(entry.amount_minor, entry.currency);
    const problem = `A payment with this ID was recorded with another amount, ${amount} ${currency}. Check the amount in the file.`;
    return { ...row, outcome: 'INVALID', problems: [problem] };
  }
  return {
    ...{ ...row, outcome: 'ALREADY_RECORDED', problems: [] },
    ...{ receivedOn: entry.received_on, returnedOn: entry.returned?.on ?? null },
  };
}

/** Returns a function that finds the partner of a row, or what is wrong with it. */
async function findPayers(
  tx: Database,
  environment: Environment,
  given: readonly GivenPayment[],
): Promise<(payment: GivenPayment) => Omit<NamedRow, 'payment'>> {
  const texts = (column: 'partner' | 'statement') => [
    ...new Set(given.map(payment => payment[column]).filter(text => text !== '')),
  ];
  const named = Map.groupBy(await listNamedPayers(tx, texts('partner')), ({ wanted }) => wanted);
  const listed = await listStatementPayers(tx, environment, texts('statement'));
  const ofStatement = new Map(listed.map(payer => [payer.number, payer]));
  return ({ partner, statement }) => {
    const [first, second] = named.get(partner) ?? [];
    const owner = ofStatement.get(statement);
    if (partner !== '' && first === undefined) {
      return { problem: `There is no partner "${partner}". Use its ID or its exact name.` };
    }
    if (second !== undefined && first?.partnerId !== partner) {
      return { problem: `Several partners are called "${partner}". Use the ID of the partner.` };
    }
    if (statement !== '' && owner === undefined) {
      const where = environment === 'sandbox' ? 'in the sandbox' : 'in production';
      return { payer: first, problem: `There is no closed statement ${statement} ${where}.` };
    }
    if (first !== undefined && owner !== undefined && first.partnerId !== owner.partnerId) {
      return {
        payer: first,
        problem: `Statement ${statement} belongs to another partner, ${owner.partnerName}.`,
      };
    }
    return { payer: first ?? owner };
  };
}

function badRows(rows: readonly ImportedRow[]): ApiError {
  const details = rows.flatMap(({ line, problems }) =>
    problems.map((message): ErrorDetail => ({ path: '/text', code: 'BAD_LINE', line, message })),
  );
  const invalid = rows.filter(({ problems }) => problems.length > 0).length;
  const message =
    invalid === 1
      ? 'Nothing was recorded: 1 row is invalid. Correct it in the file and import it again.'
      : `Nothing was recorded: ${invalid} rows are invalid. Correct them in the file and import it again.`;
  return new ApiError('VALIDATION_ERROR', message, { details });
}

/** Rejects content that is no bank file at all. */
function rejectFile(error: unknown): never {
  if (!(error instanceof TextFileError)) throw error;
  const message = `${error.fault.charAt(0).toUpperCase()}${error.fault.slice(1)} ${error.hint}`;
  throw validationError([{ path: '/text', code: 'BAD_FILE', line: error.line ?? 1, message }]);
}
