/** Formats a call as a shell command and as a call of each SDK. Pure. */

/** The SDK method for each operation. A test checks that each method exists. */
export const SDK_METHODS: Readonly<Record<string, string>> = {
  availability: 'hotels.availability',
  prebooking: 'hotels.quote',
  booking: 'bookings.create',
  bookingdetail: 'bookings.get',
  voucher: 'bookings.voucher',
  balance: 'account.balance',
  bookinglist: 'bookings.list',
  cancel: 'bookings.cancel',
  hotels: 'content.hotels',
  rooms: 'content.rooms',
  destinations: 'content.destinations',
  boards: 'content.boards',
  categories: 'content.categories',
  facilities: 'content.facilities',
  'hotels-by-destination': 'content.hotelsByDestination',
  'places-search': 'places.search',
  'places-search-destination': 'places.searchDestination',
};

export const QUOTE_CANCELLATION = 'bookings.quoteCancellation';

/** No client is created, because a receiver of events needs no API key. */
export const UNWRAP = `import { webhooks } from '@serai/sdk';

// The raw body, before anything parses it.
const secret = process.env.SERAI_WEBHOOK_SECRET ?? '';
const event = await webhooks.unwrap(rawBody, headers, secret);
if (event.type === 'booking.confirmed') console.log(event.data.bookingId);`;

export function curlText({ path }: { path: string }, request: object): string {
  const body = JSON.stringify(request, null, 2).replaceAll("'", "'\\''");
  return `curl -s "$SERAI_BASE_URL${path}" \\
  -H "Authorization: ApiKey $SERAI_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
}

export function sdkText({ name }: { name: string }, request: object): string {
  const call = callText(name, request);
  return `import { Serai } from '@serai/sdk';\n\nconst serai = new Serai(); // SERAI_API_KEY, SERAI_BASE_URL\n\nconst answer = await serai.${call};`;
}

function callText(name: string, request: object): string {
  if (name === 'cancel') return cancelCall(request);
  if (name === 'voucher') return voucherCall(request);
  return Object.keys(request).length === 0
    ? `${SDK_METHODS[name]}()`
    : `${SDK_METHODS[name]}(${literal(request)})`;
}

function voucherCall(request: object): string {
  const { language, ...reference } = request as Record<string, unknown>;
  const choice = language === undefined ? '' : `, ${literal({ language })}`;
  return `bookings.voucher(${literal(reference)}${choice})`;
}

/** The SDK takes the booking reference separately from the accepted terms. */
function cancelCall(request: object): string {
  const { bookingId, clientReference, mode, ...terms } = request as Record<string, unknown>;
  const reference = literal(bookingId === undefined ? { clientReference } : { bookingId });
  if (mode === 'QUOTE') return `${QUOTE_CANCELLATION}(${reference})`;
  const agreed = Object.keys(terms).length === 0 ? '' : `, ${literal(terms)}`;
  return `bookings.cancel(${reference}${agreed})`;
}

/** Formats code in the usual style: names without quotes, single quotes, and short objects on one line. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (value === null || typeof value !== 'object') return String(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(each => literal(each, deeper))
    : Object.entries(value).map(([name, each]) => `${name}: ${literal(each, deeper)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const short = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (!short.includes('\n') && short.length + indent.length < 72) return short;
  const inner = parts.map(part => `${deeper}${part},`).join('\n');
  return isList ? `[\n${inner}\n${indent}]` : `{\n${inner}\n${indent}}`;
}

/** The Python SDK takes all fields as arguments with the names of the JSON interface. */
export function pythonText({ name }: { name: string }, request: object): string {
  const { mode, ...terms } = request as Record<string, unknown>;
  const isQuote = name === 'cancel' && mode === 'QUOTE';
  const fields = Object.entries(name === 'cancel' ? terms : request);
  const method = isQuote ? QUOTE_CANCELLATION : (SDK_METHODS[name] ?? name);
  const call = `serai.${method.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`;
  const named = fields.filter(([field]) => isArgument(field));
  const others = Object.fromEntries(fields.filter(([field]) => !isArgument(field)));
  const lines = named.map(([field, value]) => `${field}=${pythonValue(value, '    ')}`);
  if (Object.keys(others).length > 0) lines.push(`**${pythonValue(others, '    ')}`);
  const values = lines.map(line => `    ${line},\n`).join('');
  return `from serai import Serai\n\nserai = Serai()  # SERAI_API_KEY, SERAI_BASE_URL\n\nanswer = ${call}(${values && `\n${values}`})`;
}

const PYTHON_KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Users can edit the body, so a field may have any name. */
function isArgument(field: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(field) && !PYTHON_KEYWORDS.has(field);
}

function pythonValue(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(each => pythonValue(each, deeper))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, deeper)}`);
  const [begin, end] = isList ? ['[', ']'] : ['{', '}'];
  const short = `${begin}${parts.join(', ')}${end}`;
  if (!short.includes('\n') && short.length + indent.length < 72) return short;
  return `${begin}\n${parts.map(part => `${deeper}${part},`).join('\n')}\n${indent}${end}`;
}
