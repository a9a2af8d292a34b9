/** Reads the rows of a bank file with payments. Partners and statements are only named here, not looked up. */
import { MAX_IMPORTED_PAYMENTS, recordPayment } from '@serai/contract/billing/payments.ts';
import { hasTooManyDecimals, tooManyDecimals } from '@serai/contract/shared/amounts.ts';
import { fromCsvCell } from '@serai/contract/shared/csv-line.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { issueMessage } from '../../platform/operations/validate.ts';
import { type CsvRow, csvRows, linesOf } from '../../platform/text-files/read-csv.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';

export interface GivenPayment {
  line: number;
  /** ID or name. Empty if the row has none. */
  partner: string;
  /** Number of a statement. Empty if the row has none. */
  statement: string;
  /** Null if it is invalid. */
  amount: Money | null;
  /** Null if it is invalid. */
  externalReference: string | null;
  /** Undefined if the row has none, and null if it is invalid. */
  receivedOn: string | undefined | null;
  problems: string[];
}

const FILE = 'text';

/** Column titles without spaces, hyphens and capital letters. */
const TITLES = {
  partner: 'partner',
  statement: 'statement',
  statementnumber: 'statement',
  amount: 'amount',
  currency: 'currency',
  transactionid: 'transactionId',
  banktransactionid: 'transactionId',
  receivedon: 'receivedOn',
} as const;

type Column = (typeof TITLES)[keyof typeof TITLES];

const REQUIRED: readonly Column[] = ['amount', 'currency', 'transactionId'];
const COLUMNS_HINT =
  'The columns are: partner or statement, amount, currency, transactionId, and optionally receivedOn.';

/** Throws TextFileError if the file as a whole cannot be read. */
export async function readPayments(text: string): Promise<GivenPayment[]> {
  rejectOtherEncoding(text);
  const payments: GivenPayment[] = [];
  let columns: Column[] | undefined;
  for await (const row of csvRows(FILE, linesOf(text))) {
    if (columns === undefined) columns = columnsOf(row);
    else payments.push(paymentOf(columns, row));
    if (payments.length > MAX_IMPORTED_PAYMENTS) {
      const fault = `The file has more than ${MAX_IMPORTED_PAYMENTS} payments.`;
      throw new TextFileError({ file: FILE, line: row.line }, fault, 'Split it into several files.');
    }
  }
  if (payments.length > 0) return payments;
  throw new TextFileError({ file: FILE }, 'The file contains no payments.', COLUMNS_HINT);
}

/** Decoders replace what is not UTF-8 with this character. */
const REPLACEMENT = '\uFFFD';

function rejectOtherEncoding(text: string): void {
  const at = text.indexOf(REPLACEMENT);
  if (at === -1) return;
  const line = text.slice(0, at).split('\n').length;
  const hint = 'Save it as UTF-8 and choose it again.';
  throw new TextFileError({ file: FILE, line }, 'The file is not saved as UTF-8.', hint);
}

function columnsOf({ line, cells: given, fault }: CsvRow): Column[] {
  const cells = given.slice(0, given.findLastIndex(cell => cell.trim() !== '') + 1);
  const titles = new Map<string, Column>(Object.entries(TITLES));
  const known = cells.map(cell => titles.get(cell.replaceAll(/[\s_-]/g, '').toLowerCase()));
  const found = known.filter(column => column !== undefined);
  const unknown = cells.find((_, at) => known[at] === undefined);
  const double = found.find((column, at) => found.indexOf(column) < at);
  const isNamed = found.includes('partner') || found.includes('statement');
  const missing = isNamed ? REQUIRED.find(column => !found.includes(column)) : 'partner';
  const problems = [
    fault,
    unknown === undefined ? undefined : `Unknown column "${unknown.trim()}".`,
    double === undefined ? undefined : `The column "${double}" appears twice.`,
    missing === undefined ? undefined : `The column "${missing}" is missing.`,
  ].filter(problem => problem !== undefined);
  if (problems[0] !== undefined) throw new TextFileError({ file: FILE, line }, problems[0], COLUMNS_HINT);
  return found;
}

function paymentOf(columns: readonly Column[], { line, cells, fault }: CsvRow): GivenPayment {
  const count = `The row has ${cells.length} cells, but the first line has ${columns.length}.`;
  const isWhole =
    cells.length >= columns.length && cells.slice(columns.length).every(cell => cell.trim() === '');
  const broken = fault ?? (isWhole ? undefined : count);
  if (broken !== undefined) {
    const none = { partner: '', statement: '', amount: null, externalReference: null, receivedOn: null };
    return { line, ...none, problems: [broken] };
  }
  const cell = (column: Column) => fromCsvCell((cells[columns.indexOf(column)] ?? '').trim());
  const [partner, statement] = [cell('partner'), cell('statement')];
  const [amount, reference, day] = [
    amountOf(cell('amount'), cell('currency')),
    referenceOf(cell('transactionId')),
    dayOf(cell('receivedOn')),
  ];
  const problems = [amount, reference, day].flatMap(({ problem }) => problem ?? []);
  if (partner === '' && statement === '') problems.unshift('Enter a partner or a statement number.');
  return {
    ...{ line, partner, statement, problems },
    amount: amount.value,
    externalReference: reference.value,
    receivedOn: day.value,
  };
}

/** What was read from cells, or why they are invalid. */
type Read<Value> = { value: Value; problem?: undefined } | { value: null; problem: string };

const DECIMAL = /^\d{1,15}(\.\d+)?$/;
/** With a decimal comma. Three digits after a comma could also be thousands, so they are invalid. */
const DECIMAL_COMMA = /^\d{1,15},\d{1,2}$/;
const AMOUNT_HINT =
  'Write the amount with a decimal point and without thousands separators, for example 1234.56.';

function amountOf(text: string, currency: string): Read<Money> {
  if (text === '') return { value: null, problem: 'The amount is missing.' };
  const amount = DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
  if (!DECIMAL.test(amount))
    return { value: null, problem: `"${text}" is not a valid amount. ${AMOUNT_HINT}` };
  const read = parsed('amount', { amount, currency });
  // The schema reports an amount with more than three decimals as one in a wrong format.
  return read.problem !== undefined && /^[A-Z]{3}$/.test(currency) && hasTooManyDecimals(amount, currency)
    ? { value: null, problem: tooManyDecimals(currency) }
    : read;
}

/** A long number as spreadsheets show it, for example `2.02608E+15`. */
const SHORTENED = /^\d([.,]\d+)?E\+\d{1,3}$/i;

function referenceOf(text: string): Read<string> {
  if (text === '') return { value: null, problem: 'The bank transaction ID is missing.' };
  if (SHORTENED.test(text)) {
    const problem =
      'A spreadsheet has shortened this ID. Format the column as text and export the file again.';
    return { value: null, problem };
  }
  const read = parsed('externalReference', text);
  return read.problem === undefined
    ? read
    : { value: null, problem: 'The bank transaction ID has more than 64 characters.' };
}

function dayOf(text: string): Read<string | undefined> {
  if (text === '') return { value: undefined };
  const read = parsed('receivedOn', text);
  return read.problem === undefined ? read : { value: null, problem: `"${text}": ${read.problem}` };
}

type Shape = typeof recordPayment.input.shape;

/** Checks a value like the same field of a single payment. */
function parsed<Name extends 'amount' | 'externalReference' | 'receivedOn'>(
  name: Name,
  value: unknown,
): Read<NonNullable<Shape[Name]['_zod']['output']>> {
  const { data, error } = recordPayment.input.shape[name].safeParse(value, { error: issueMessage });
  const problem = error?.issues[0]?.message;
  return problem === undefined
    ? { value: data as NonNullable<Shape[Name]['_zod']['output']> }
    : { value: null, problem };
}
