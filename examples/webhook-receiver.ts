/**
 * Receives events and keeps the latest state of every booking, although events may arrive more than once and in any order.
 *
 *   SERAI_WEBHOOK_SECRETS=whsec_… PORT=9000 node webhook-receiver.ts events.jsonl
 *
 * `POST /webhooks` receives events, and `GET /bookings` returns the stored state. During a rotation, pass both secrets
 * separated by a comma. Every event is written to disk before the response. A real receiver would use a table with the event id
 * as its key.
 */
import { open, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Booking, type SeraiEvent, WebhookError, webhooks } from '@serai/sdk';

const [file = 'events.jsonl'] = process.argv.slice(2);
const secrets = (process.env.SERAI_WEBHOOK_SECRETS ?? '').split(',').filter(secret => secret !== '');
if (secrets.length === 0) throw new Error('Set SERAI_WEBHOOK_SECRETS to the signing secret of the endpoint.');
const MAX_BODY_BYTES = 1024 * 1024;

/** All events by id, without duplicates. */
const events = new Map<string, SeraiEvent>();
/** The latest state of each booking. */
const bookings = new Map<string, Booking>();

/** Leads to the same state for the same events, in any order and with any number of duplicates. */
function apply(event: SeraiEvent): void {
  events.set(event.id, event);
  if (!('booking' in event.data)) return;
  const { bookingId, version, booking } = event.data;
  const known = bookings.get(bookingId)?.version ?? 0;
  if (version > known) bookings.set(bookingId, booking);
}

const before = await readFile(file, 'utf8').catch(() => '');
// A line truncated by a crash was never acknowledged, so its event is delivered again.
const whole = before.slice(0, before.lastIndexOf('\n') + 1);
for (const line of whole.split('\n')) if (line !== '') apply(JSON.parse(line));
const journal = await open(file, 'a');
if (whole !== before) await journal.truncate(Buffer.byteLength(whole));

/** Writes events one after the other, so that concurrent duplicates are written once. */
let writing: Promise<void> = Promise.resolve();
function store(event: SeraiEvent): Promise<void> {
  writing = writing
    .catch(() => undefined)
    .then(async () => {
      if (events.has(event.id)) return;
      await journal.appendFile(`${JSON.stringify(event)}\n`);
      await journal.datasync();
      apply(event);
    });
  return writing;
}

/** Reads the body as bytes, because the signature covers them. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new RangeError('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Serai delivers the event again after any status other than 2xx, except 410, which disables the endpoint. */
async function receive(request: IncomingMessage): Promise<number> {
  try {
    const event = await webhooks.unwrap(await readBody(request), request.headers, secrets);
    await store(event);
    return 204;
  } catch (error) {
    console.error(error instanceof WebhookError ? `${error.reason}: ${error.message}` : error);
    if (error instanceof WebhookError) return 400;
    return error instanceof RangeError ? 413 : 500;
  }
}

function show(response: ServerResponse): void {
  const known = [...bookings.values()].map(({ bookingId, status, version }) => ({
    bookingId,
    status,
    version,
  }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ events: events.size, bookings: known }));
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET' && request.url === '/bookings') return show(response);
  const isEvent = request.method === 'POST' && request.url === '/webhooks';
  response.writeHead(isEvent ? await receive(request) : 404).end();
});
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  console.log(`Receiving events at ${JSON.stringify(server.address())}`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
