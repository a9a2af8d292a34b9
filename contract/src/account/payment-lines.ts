/** The bank account of the operator: lengths, the checksum of IBANs, and its lines on statements. Needs no schemas. */

export const MAX_PAYMENT_LENGTHS = {
  accountHolder: 140,
  bankName: 140,
  account: 50,
  bic: 11,
  note: 200,
} as const;

export type PaymentDetails = { [Name in keyof typeof MAX_PAYMENT_LENGTHS]: string | null };

export const NO_PAYMENT_DETAILS: PaymentDetails = {
  accountHolder: null,
  bankName: null,
  account: null,
  bic: null,
  note: null,
};

const MAX_IBAN_LENGTH = 34;

/** An IBAN begins with a country and two check digits. Null for other account numbers. */
export function findIban(account: string): string | null {
  const compact = account
    .toUpperCase()
    .replace(/^\s*IBAN\b:?/, '')
    .replaceAll(/[\s.-]/g, '');
  return /^[A-Z]{2}\d{2}[A-Z\d]+$/.test(compact) ? compact : null;
}

/** Whether the check digits match (ISO 7064, modulo 97), so that a typing error is noticed. */
export function isValidIban(compact: string): boolean {
  if (compact.length < 15 || compact.length > MAX_IBAN_LENGTH) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** An IBAN in groups of four characters, as banks print it. Other account numbers as they are. */
export function accountText(account: string): string {
  return findIban(account)?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? account.trim();
}

interface Payable {
  environment: string;
  /** Null while the statement is open. */
  amountDue: { amount: string } | null;
}

/** Whether a statement says where to pay. In the sandbox there is nothing to pay. */
export function asksForPayment({ environment, amountDue }: Payable): boolean {
  return environment === 'production' && amountDue !== null && /[1-9]/.test(amountDue.amount);
}

/** What a partner needs to pay a statement. Empty if nothing is set. The reference is the number of the statement. */
export function paymentLines(
  { accountHolder, bankName, account, bic, note }: PaymentDetails,
  reference: string | null = null,
) {
  const lines: (readonly [string, string | null])[] = [
    ['Account holder', accountHolder],
    [account !== null && findIban(account) !== null ? 'IBAN' : 'Account number', account],
    ['BIC', bic],
    ['Bank', bankName],
    ['Reference', reference],
    ['Note', note],
  ];
  const hasDetails = lines.some(([name, value]) => name !== 'Reference' && value !== null);
  return lines.flatMap(([name, value]) => (value === null || !hasDetails ? [] : [{ name, value }]));
}
