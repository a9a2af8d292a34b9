/** Removes personal data, credentials and tokens of links from recorded messages. Keeps the rest as it was sent. Pure. */
import { redactValues } from '../../../platform/outbound/redact-values.ts';

const REDACTED = '[redacted]';

const FIELDS = [
  'given_name',
  'family_name',
  'email',
  'number',
  'area_code',
  'special_request',
  'line_1',
  'line_2',
  'line_3',
  'loyalty_id',
  'member_id',
  'affiliate_metadata',
  'traveler_handling_instructions',
  'tax_registration_number',
  'security_code',
  'encoded_challenge_config',
];
/** The value may be a number or a string, which may be truncated. */
const PERSONAL = new RegExp(
  `("(?:${FIELDS.join('|')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|$)|-?[0-9][0-9.eE+-]*)`,
  'g',
);
const TOKEN = /([?&]token=)[^"&\s<>]+/g;
const PERSONAL_PARAMETERS = ['email', 'token'];

/**
 * `values` are strings with personal data from the request. They are removed wherever they occur, because an error
 * message may repeat them.
 */
export function redactBody(text: string, values: readonly string[] = []): string {
  const redacted = text.replace(PERSONAL, `$1"${REDACTED}"`).replace(TOKEN, `$1${REDACTED}`);
  return redactValues(redacted, values, REDACTED);
}

/** The URL without email addresses and link tokens. Anyone with a link token could act on a booking. */
export function redactUrl(url: URL): string {
  const copy = new URL(url);
  for (const name of PERSONAL_PARAMETERS)
    if (copy.searchParams.has(name)) copy.searchParams.set(name, REDACTED);
  return copy.href;
}

const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'customer-ip']);

export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.has(name) ? REDACTED : value]),
  );
}

const RECORDED_HEADERS: ReadonlySet<string> = new Set(['content-type', 'date', 'region', 'transaction-id']);

/** Only headers that explain a response. Others may contain cookies or links with tokens. */
export function recordedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      RECORDED_HEADERS.has(name) || name.startsWith('rate-limit-') ? [[name, String(value)]] : [],
    ),
  );
}
