/** Creates the data of a busy partner: keys, calls, bookings in several states, endpoints, members and inventory. */
import { join } from 'node:path';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { serai } from '../../e2e/serai-process.ts';
import { repositoryRoot } from '../../tools/install.mjs';
import { learn, repeatRequests, repeatUsage } from './history-store.ts';
import type { StartedDashboard } from './started-dashboard.ts';

export interface Amount {
  requests: number;
  bookings: number;
}

const CONNECT = '/connect/hotels/v1/';
const CONTENT = '/content/hotels/v1/';
const AT_ONCE = 16;
const MANY = { perMinute: 1_000_000, perHour: 10_000_000, perDay: 100_000_000 };
const SCENARIOS: readonly ScenarioName[] = [
  'ok',
  'ok',
  'ok',
  'cancel.free',
  'book.on_request_confirm',
  'book.rejected',
  'book.timeout_forever',
  'book.confirmation_number_later',
];
const ATTEMPTS = 50;
const PAUSE_MS = 500;
const SOME = 64;
const OWN_HOTEL = 'htl_casa_luna';
const OWN_STAYS = 24;
const GUESTS = ['Moreno', 'Okafor', 'Lindqvist', 'Tanaka', 'Rossi', 'Haddad', 'Novak', 'Silva'];

export async function fillDashboard(dashboard: StartedDashboard, amount: Amount): Promise<void> {
  const key = await makeKeys(dashboard);
  await makeEndpoints(dashboard);
  await makePeople(dashboard);
  await importInventory(dashboard);
  await makeCalls(dashboard, key);
  await makeBookings(dashboard, key, amount.bookings);
  // The request log and usage are written in batches.
  await new Promise(resolve => setTimeout(resolve, 12_000));
  await repeatRequests(dashboard.ownerDb, amount.requests);
  await repeatUsage(dashboard.ownerDb);
  await learn(dashboard.ownerDb);
}

async function makeKeys({ operate }: StartedDashboard): Promise<string> {
  const made = await operate('keys/create', {
    name: 'Booking engine',
    environment: 'sandbox',
    scopes: SCOPE_NAMES,
    limits: MANY,
  });
  await operate('keys/create', {
    name: 'Website search',
    environment: 'sandbox',
    scopes: ['hotels:search', 'content:read'],
    allowedAddresses: ['203.0.113.0/24', '2001:db8::/48'],
    expiresAt: new Date(Date.now() + 9 * 86_400_000).toISOString(),
  });
  await operate('keys/create', {
    name: 'Northern Travel, live',
    environment: 'production',
    scopes: ['hotels:search', 'hotels:quote', 'hotels:book', 'hotels:read', 'hotels:cancel'],
  });
  const { key } = await operate('keys/create', {
    name: 'Old partner',
    environment: 'sandbox',
    scopes: ['content:read'],
  });
  await operate('keys/revoke', { keyId: key.keyId });
  return made.secret;
}

async function makeEndpoints({ operate, receiverUrl }: StartedDashboard): Promise<void> {
  // Few events go to the broken one. Otherwise, thousands of retries would compete with the pages that are measured.
  const endpoints = {
    ok: ['booking.confirmed', 'booking.cancelled', 'booking.rejected'],
    broken: ['booking.rejected'],
  };
  for (const [path, eventTypes] of Object.entries(endpoints)) {
    await operate('webhooks/create', { url: `${receiverUrl}/${path}`, environment: 'sandbox', eventTypes });
  }
}

async function makePeople({ operate }: StartedDashboard): Promise<void> {
  const invited = [
    ['Ana Ruiz', 'ana@example.com', 'admin'],
    ['Tomas Novak', 'tomas@example.com', 'developer'],
    ['Mei Tanaka', 'mei@example.com', 'viewer'],
  ];
  for (const [name, email, role] of invited) await operate('members/invite', { name, email, role });
}

async function importInventory({ env }: StartedDashboard): Promise<void> {
  const samples = join(repositoryRoot, 'docs/guides/samples');
  for (const [what, file] of [
    ['hotels', 'casa-luna.jsonl'],
    ['inventory', 'inventory.jsonl'],
    ['inventory', 'inventory.csv'],
  ] as const) {
    const ran = await serai(env, 'import', what, join(samples, file), '--environment', 'sandbox');
    if (ran.code !== 0) throw new Error(ran.err);
  }
}

async function makeCalls({ call }: StartedDashboard, key: string): Promise<void> {
  for (const path of ['boards', 'categories', 'facilities', 'hotels', 'destinations', 'rooms']) {
    for (let n = 0; n < 10; n++) await call(`${CONTENT}${path}`, {}, key);
  }
  for (const query of ['barc', 'paris', 'new york']) await call(`${CONTENT}places/search`, { query }, key);
  await call(`${CONNECT}availability`, { checkIn: '2020-01-01' }, key);
  await call(`${CONNECT}bookingdetail`, { bookingId: 'bkg_unknown' }, key);
  await call(`${CONNECT}prebooking`, { offerId: 'off_forged' }, key);
}

async function makeBookings(dashboard: StartedDashboard, key: string, bookings: number): Promise<void> {
  const call = patient(dashboard.call);
  let next = 0;
  const work = async () => {
    for (let n = next++; n < bookings; n = next++) await makeBooking(call, key, n, stayOf(n));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (let n = 0; n < OWN_STAYS; n++) await makeBooking(call, key, bookings + n, ownStay(n));
}

/** Repeats requests that the service sheds because the machine is busy. */
function patient(call: StartedDashboard['call']): StartedDashboard['call'] {
  return async (...request) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await call(...request);
      if (answer.error?.retryable !== true || attempt === ATTEMPTS) return answer;
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    }
  };
}

interface Stay {
  hotelId: string;
  checkIn: string;
  checkOut: string;
  cancels: boolean;
}

function stayOf(n: number): Stay {
  // Only the first bookings use scenarios, because some scenarios are slow.
  const scenario = (n < SOME ? SCENARIOS[n % SCENARIOS.length] : 'ok') as ScenarioName;
  const [checkIn, checkOut] = [dateIn(20 + (n % 90)), dateIn(22 + (n % 90))];
  return { hotelId: scenarioHotelId(scenario), checkIn, checkOut, cancels: scenario === 'cancel.free' };
}

/** Returns a stay within the month of the sample inventory. */
function ownStay(n: number): Stay {
  const day = 1 + ((n * 7 + (n % 3)) % 26);
  const date = (ofMonth: number) => `2027-06-${String(ofMonth).padStart(2, '0')}`;
  return { hotelId: OWN_HOTEL, checkIn: date(day), checkOut: date(day + 2 + (n % 3)), cancels: false };
}

async function makeBooking(
  call: StartedDashboard['call'],
  key: string,
  n: number,
  { hotelId, checkIn, checkOut, cancels }: Stay,
): Promise<void> {
  const search = { checkIn, checkOut, occupancies: [{ adults: 2 }], hotelIds: [hotelId] };
  const found = await call(`${CONNECT}availability`, search, key);
  const offerId = found.hotels?.[0]?.offers[0]?.offerId;
  if (offerId === undefined) {
    // Earlier bookings have sold all rooms of the night.
    if (hotelId === OWN_HOTEL) return;
    throw new Error(`no offer of ${hotelId}: ${JSON.stringify(found)}`);
  }
  const quote = await call(`${CONNECT}prebooking`, { offerId }, key);
  const lastName = GUESTS[n % GUESTS.length];
  const { booking } = await call(
    `${CONNECT}booking`,
    {
      quoteId: quote.quoteId,
      clientReference: `ORDER-${10_000 + n}`,
      holder: { firstName: 'Ada', lastName, email: 'ada@example.com', phone: '+34 600 000 000' },
      rooms: [{ roomRef: 1, guests: [1, 2].map(() => ({ type: 'ADULT', firstName: 'Ada', lastName })) }],
      expectedPrice: quote.offer.price.net,
      settings: { timeout: 5_000 },
    },
    key,
  );
  if (cancels && booking) {
    await call(`${CONNECT}cancel`, { bookingId: booking.bookingId, reason: 'Plans changed' }, key);
  }
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
