/** Removes personal data and credentials from recorded messages. Keeps the rest of the text as it was sent. Pure. */

const REDACTED = '[redacted]';

/** Fields that contain personal data or secrets in any of LiteAPI's responses. */
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
const SHORTEST_VALUE = 4;

/**
 * `values` are personal texts of the request. They are removed wherever they occur, because an error message may repeat them.
 * Very short ones are left, since they would also match inside other words.
 */
export function redactBody(text: string, values: readonly string[] = []): string {
  let redacted = text.replace(PERSONAL, `$1"${REDACTED}"`);
  for (const value of values) {
    if (value.length < SHORTEST_VALUE) continue;
    const encoded = JSON.stringify(value).slice(1, -1);
    for (const each of new Set([value, encoded])) {
      redacted = redacted.replace(new RegExp(escaped(each), 'gi'), REDACTED);
    }
  }
  return redacted;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The request headers without the key. */
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
