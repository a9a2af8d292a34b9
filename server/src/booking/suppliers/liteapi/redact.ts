/** Removes personal data and credentials from recorded messages. Keeps the rest of the text as it was sent. Pure. */
import { redactValues } from '../../../platform/outbound/redact-values.ts';

const REDACTED = '[redacted]';

/** Fields that may contain personal data or secrets. */
const FIELDS = [
  'firstName',
  'lastName',
  'guestFirstName',
  'guestLastName',
  'guestEmail',
  'guestName',
  'holderTitle',
  'holder_title',
  'holderName',
  'email',
  'phone',
  'remarks',
  'specialRemarks',
  'ip',
  'IP',
  'user_agent',
  'device_id',
  'payment_data',
  'payee_first_name',
  'payee_last_name',
  'last_4_digits',
  'secretKey',
  'transactionId',
  'paymentTransactionId',
  'payment_transaction_id',
];
/** The value may be a number or a string, which may be truncated. */
const PERSONAL = new RegExp(
  `("(?:${FIELDS.join('|')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|$)|-?[0-9][0-9.eE+-]*)`,
  'g',
);

/**
 * `values` are strings with personal data from the request. They are removed wherever they occur, because an error
 * message may repeat them.
 */
export function redactBody(text: string, values: readonly string[] = []): string {
  const redacted = text.replace(PERSONAL, `$1"${REDACTED}"`);
  return redactValues(redacted, values, REDACTED);
}

export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'x-api-key' ? REDACTED : value]),
  );
}

const RECORDED_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'date',
  'retry-after',
  'x-request-id',
]);

/** Only headers that explain a response. Others may contain cookies. */
export function recordedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      RECORDED_HEADERS.has(name) || /^x-rate-?limit/.test(name) ? [[name, String(value)]] : [],
    ),
  );
}
