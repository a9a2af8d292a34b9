/**
 * Creates a partner with rows in every table that its operations read, and checks whether a response reveals any of
 * them.
 */
import { expect, vi } from 'vitest';
import { createSignInLink } from '../../src/account/sign-in.ts';
import type { BookingApp } from '../booking-app.ts';
import { bookRequestOf } from '../booking-steps.ts';
import { type Ask, firstCompanies } from '../browser-session.ts';
import type { Ids } from '../requests-with-ids.ts';
import { listProtected } from './row-security.ts';

/** Tables that the service role writes for every caller, or that the job runner writes. */
const OWN_BOOKKEEPING = new Set([
  'request_log',
  'usage_minute',
  'usage_hour',
  'api_key_last_use',
  'operator_session',
  'job',
  // The job that updates the reports writes these tables.
  'report_booking',
  'report_total',
  'report_stay_total',
  'report_sum',
]);

export const REPLAY = { 'idempotency-key': 'second-wall-1' };

export interface FirstPartner {
  organisationId: string;
  asAdmin: Ask;
  ids: Ids;
  /** The request that created the booking in `ids`. */
  bookRequest: Record<string, unknown>;
  openQuoteId: string;
  /** Returns whether a text contains data of the partner. */
  tells(text: string): boolean;
  /** Returns one digest for each protected table, except those in `OWN_BOOKKEEPING`. */
  belongings(): Promise<Record<string, unknown>>;
}

export async function firstPartner(
  booking: BookingApp,
  webhookUrl = 'https://nobody-listens.example.com/',
): Promise<FirstPartner> {
  const { app } = booking;
  const { partnerId: organisationId } = await firstCompanies(app);
  const asAdmin = await signUpAdmin(booking, organisationId);
  const own = async (name: string, input: object = {}) => {
    const { status, json, text } = await asAdmin(name, input);
    expect([name, status], text).toEqual([name, 200]);
    return json;
  };
  const { endpoint } = await own('webhooks/create', {
    environment: 'sandbox',
    url: webhookUrl,
    eventTypes: ['booking.confirmed'],
  });
  // No events are sent, so only a request can change rows.
  await own('webhooks/update', { endpointId: endpoint.endpointId, status: 'PAUSED' });
  const bookRequest = await bookRequestOf(booking, 'ok');
  const { bookingId } = (await booking.call('booking', bookRequest, { headers: REPLAY })).json.booking;
  const openQuoteId: string = (await booking.quote('ok')).json.quoteId;
  const key = await app.createKey({ partnerId: organisationId, name: 'Of the first' });
  await app.post('/content/hotels/v1/boards', {}, { key: key.secret });
  const rows = await vi.waitFor(async () => {
    const { requests } = await own('requests/list', { keyId: key.keyId });
    expect(requests.length).toBeGreaterThan(0);
    return requests;
  }, 10_000);
  const { deliveries } = await own('deliveries/list');
  const ids: Ids = {
    keyId: key.keyId,
    bookingId,
    endpointId: endpoint.endpointId,
    deliveryId: deliveries[0].deliveryId,
    eventId: deliveries[0].eventId,
    rowId: rows[0].rowId,
    memberId: (await own('members/list')).members[0].memberId,
  };
  const told = [...Object.values(ids), openQuoteId, String(bookRequest.clientReference)];
  return {
    organisationId,
    asAdmin,
    ids,
    bookRequest,
    openQuoteId,
    tells: text =>
      told.some(id => text.includes(id)) || /first\.example|Of the first|nobody-listens/.test(text),
    belongings: () => belongingsIn(booking),
  };
}

/** Calls as a person with an account, so that there is a member. */
async function signUpAdmin({ app }: BookingApp, organisationId: string): Promise<Ask> {
  const { token } = await createSignInLink(app.database.db, organisationId, 'partner-admin');
  const url = app.dashboardUrl as string;
  const headers = { 'content-type': 'application/json', origin: url };
  const person = { token, name: 'Ana', email: 'ana@first.example', password: 'tea kettle over there' };
  const body = JSON.stringify(person);
  const response = await fetch(`${url}/api/v1/session/sign-up`, { method: 'POST', headers, body });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] as string;
  return (name, input = {}) => app.operate(name, input, { origin: url, cookie, authorization: undefined });
}

async function belongingsIn({ app }: BookingApp): Promise<Record<string, unknown>> {
  const { ownerDb } = app.database;
  const tables = (await listProtected(ownerDb)).filter(({ name }) => !OWN_BOOKKEEPING.has(name));
  const parts = tables.map(
    ({ name }) => `'${name}', (SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${name} t)`,
  );
  const text = `SELECT jsonb_build_object(${parts.join(', ')}) AS all_of_it`;
  const [row] = await ownerDb(Object.assign([text], { raw: [text] }) as TemplateStringsArray);
  return row?.all_of_it as Record<string, unknown>;
}
