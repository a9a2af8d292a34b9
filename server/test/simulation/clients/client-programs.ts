import type { FollowedChanges } from '../checkers/run-facts.ts';
import { HOTEL_ID } from '../nodes/simulated-node.ts';
import type { ClientAnswer } from './client-history.ts';
import type { SimulatedClient } from './simulated-client.ts';

const STAY = { checkIn: '2027-01-12', checkOut: '2027-01-13', occupancies: [{ adults: 1 }] };
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const TRIES = 4;

type Ok = Extract<ClientAnswer, { kind: 'ok' }>;

/**
 * Makes one booking with a separate client reference, sometimes with two concurrent requests. Then reads or cancels it
 * at random.
 */
export async function bookAndMore(client: SimulatedClient): Promise<void> {
  const { random, timeline } = client.parts;
  await timeline.sleep(random.between(0, 10 * SECOND_MS));
  const quote = await findQuote(client);
  if (quote === undefined) return;
  // Some clients wait so long that the quote may have expired.
  await timeline.sleep(
    random.chance(0.1) ? random.between(4, 25) * MINUTE_MS : random.between(0, 20 * SECOND_MS),
  );
  const request = bookingOf(client, quote);
  if (random.chance(0.25)) {
    const twice = [bookWithRetries(client, request), bookWithRetries(client, request)];
    await Promise.all(twice);
  } else await bookWithRetries(client, request);
  for (let acts = random.between(0, 3); acts > 0; acts--) {
    await timeline.sleep(
      random.chance(0.2) ? random.between(1, 40) * MINUTE_MS : random.between(0, 5 * SECOND_MS),
    );
    await actOnBooking(client);
  }
}

export async function lookAtBooking(client: SimulatedClient): Promise<void> {
  await client.call('bookingdetail', { clientReference: client.name });
}

/** Follows the change feed of an organisation until stopped. Returns the last version of each booking that it saw. */
export async function followChanges(
  client: SimulatedClient,
  isOver: () => boolean,
): Promise<Pick<FollowedChanges, 'seen' | 'askedMs'>> {
  const { random, timeline } = client.parts;
  const seen = new Map<string, number>();
  let cursor: string | undefined;
  for (;;) {
    const isLast = isOver();
    const page = { limit: random.between(1, 3), ...(cursor !== undefined && { cursor }) };
    const answer = await client.call('bookinglist', { sort: { by: 'UPDATED', direction: 'ASC' }, page });
    const found = answer.kind === 'ok' ? answer.seen : [];
    for (const { bookingId, version } of found) seen.set(bookingId, version);
    if (answer.kind === 'ok') {
      cursor = (answer.data.page as { nextCursor: string | null }).nextCursor ?? cursor;
      if (isLast && found.length === 0) return { seen, askedMs: answer.startedMs };
    }
    if (!isLast) await timeline.sleep(random.between(20 * SECOND_MS, 20 * MINUTE_MS));
  }
}

async function findQuote(client: SimulatedClient): Promise<Record<string, unknown> | undefined> {
  const found = await untilHeard(client, () =>
    client.call('availability', { ...STAY, hotelIds: [HOTEL_ID] }),
  );
  const hotels = (found?.data.hotels ?? []) as { offers: { offerId: string }[] }[];
  const offers = hotels.flatMap(hotel => hotel.offers);
  if (offers.length === 0) return undefined;
  const { offerId } = client.parts.random.pick(offers);
  return (await untilHeard(client, () => client.call('prebooking', { offerId })))?.data;
}

async function untilHeard(
  client: SimulatedClient,
  ask: () => Promise<ClientAnswer>,
): Promise<Ok | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await ask();
    if (answer.kind === 'ok') return answer;
    if (answer.kind === 'refused') return undefined;
    await client.parts.timeline.sleep(client.parts.random.between(1, 5) * SECOND_MS);
  }
  return undefined;
}

function bookingOf(client: SimulatedClient, quote: Record<string, unknown>): Record<string, unknown> {
  const { random } = client.parts;
  const { price } = quote.offer as { price: { net: { amount: string; currency: string } } };
  return {
    quoteId: quote.quoteId,
    clientReference: client.name,
    holder: { firstName: 'Ada', lastName: 'Moreno' },
    rooms: [{ roomRef: 1, guests: [{ type: 'ADULT', firstName: 'Ada', lastName: 'Moreno' }] }],
    expectedPrice: price.net,
    termsHash: quote.termsHash,
    ...(random.chance(0.4) && { priceTolerance: { percent: random.pick(['2', '5']) } }),
  };
}

async function bookWithRetries(client: SimulatedClient, request: Record<string, unknown>): Promise<void> {
  const { random, timeline } = client.parts;
  const key = random.chance(0.3) ? `key-${client.name}` : undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const isChanged = tries > 0 && random.chance(0.1);
    const body = isChanged ? { ...request, remarks: 'Late' } : request;
    const answer = await client.call('booking', body, isChanged ? undefined : key);
    if (answer.kind === 'ok' && !random.chance(0.15)) return;
    if (answer.kind === 'refused' && !isChanged && !random.chance(0.3)) return;
    await timeline.sleep(random.between(0, 20) * SECOND_MS);
  }
}

async function actOnBooking(client: SimulatedClient): Promise<void> {
  const { random } = client.parts;
  const clientReference = client.name;
  switch (random.pick(['detail', 'detail', 'list', 'cancel', 'cancel', 'cancel'])) {
    case 'detail':
      await client.call('bookingdetail', { clientReference, ...(random.chance(0.3) && { refresh: true }) });
      return;
    case 'list':
      await client.call('bookinglist', { filters: { clientReferences: [clientReference] } });
      return;
    default:
      await cancelWithRetries(client, random.chance(0.4));
  }
}

async function cancelWithRetries(client: SimulatedClient, acceptsPenalty: boolean): Promise<void> {
  const { random, timeline } = client.parts;
  const key = random.chance(0.3) ? `cancel-${client.name}` : undefined;
  const maxPenalty = { amount: '1000.00', currency: 'EUR' };
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await client.call(
      'cancel',
      { clientReference: client.name, ...(acceptsPenalty && { maxPenalty }) },
      key,
    );
    if (answer.kind === 'ok' || answer.kind === 'refused') return;
    await timeline.sleep(random.between(0, 20) * SECOND_MS);
  }
}
