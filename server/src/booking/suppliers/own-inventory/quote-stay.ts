/** Confirms a price and holds its rooms for the lifetime of the quote. If a limit is exceeded, the quote holds nothing. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { z } from 'zod';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Read } from '../../port/outcomes.ts';
import type { NightlyOffer, SuppliedPolicy, SuppliedText } from '../../port/supplied-offer.ts';
import type { QuoteRequest, Requirements, SuppliedQuote } from '../../port/supplier.ts';
import type { LoadedProperty } from './cache/inventory-cache.ts';
import { datesNow, type InventoryContext, offersOn } from './search-stay.ts';
import { planOfRateKey } from './stay/rate-key.ts';
import {
  checkRooms,
  countOpenHolds,
  deleteHold,
  dropExpiredHolds,
  findHold,
  giveBackHeld,
  holdCells,
  insertHold,
  lockHolds,
  lockProperty,
  type PropertyKey,
} from './stores/rooms-store.ts';

/**
 * Maximum number of open holds per partner. The limit is exact as long as the partner has fewer than half as many quotes in
 * progress.
 */
export const MAX_OPEN_HOLDS = 50;

const REQUIREMENTS: Requirements = {
  guestNames: 'LEAD_PER_ROOM',
  childAges: true,
  holderEmail: false,
  holderPhone: false,
  maxRemarkLength: 1_000,
};

/** Releases the hold if `signal` was aborted while the rooms were being held. */
export async function quoteStay(
  context: InventoryContext,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Read<SuppliedQuote>> {
  const { hotel, quoteId, rateKey } = request;
  const loaded = (await context.cache.load([hotel.hotelId], request, quoteId)).get(hotel.hotelId);
  if (loaded === undefined) return { kind: 'GONE' };
  const result = offersOn(datesNow(context)(hotel.timeZone), hotel, loaded, request);
  const offer = 'offers' in result ? result.offers.find(one => one.rateKey === rateKey) : undefined;
  if (offer === undefined) return { kind: 'GONE' };
  const held = await holdRooms(context, request, offer);
  if (held && signal.aborted) await releaseHold(context, quoteId);
  if (held === undefined) return { kind: 'GONE' };
  return {
    kind: 'OK',
    value: {
      offer,
      tokens: writeQuoteTokens(offer),
      lifetimeMs: null,
      inventoryHeld: held,
      requirements: REQUIREMENTS,
      notices: planName(loaded, rateKey, request.market.language),
    },
  };
}

/** Returns undefined if the rooms are no longer available. */
function holdRooms(
  { db, environment }: InventoryContext,
  { hotel, checkIn, checkOut, quoteId, organisationId, lifetimeMs }: QuoteRequest,
  offer: NightlyOffer,
): Promise<boolean | undefined> {
  const property: PropertyKey = { environment, hotelId: hotel.hotelId };
  const stay = { checkIn, checkOut, roomCodes: offer.rooms.map(({ roomCode }) => roomCode) };
  return inTransaction(db, async tx => {
    const [, , known, { isFree, isWithinCap }, open] = await Promise.all([
      lockProperty(tx, property),
      dropExpiredHolds(tx, property),
      findHold(tx, environment, quoteId),
      checkRooms(tx, property, stay),
      countOpenHolds(tx, environment, organisationId),
    ]);
    if (known !== undefined) return true;
    if (!isFree) return undefined;
    if (!isWithinCap || !(await mayHold(tx, environment, organisationId, open))) return false;
    await Promise.all([
      holdCells(tx, property, stay),
      insertHold(tx, property, { ...stay, quoteId, organisationId, lifetimeMs }),
    ]);
    return true;
  });
}

/**
 * From half of the limit on, a lock per partner serialises the count of its open holds across all properties. Below
 * that, quotes do not wait for each other.
 */
async function mayHold(
  tx: Database,
  environment: Environment,
  organisationId: string,
  open: number,
): Promise<boolean> {
  if (open < MAX_OPEN_HOLDS / 2) return true;
  const [, counted] = await Promise.all([
    lockHolds(tx, environment, organisationId),
    countOpenHolds(tx, environment, organisationId),
  ]);
  return counted < MAX_OPEN_HOLDS;
}

/** Also succeeds if the quote holds nothing or no longer exists. */
export async function releaseHold(
  { db, environment }: InventoryContext,
  quoteId: string,
): Promise<Read<null>> {
  const hold = await findHold(db, environment, quoteId);
  if (hold === undefined) return { kind: 'OK', value: null };
  const property: PropertyKey = { environment, hotelId: hold.hotelId };
  await inTransaction(db, async tx => {
    await lockProperty(tx, property);
    const released = await deleteHold(tx, property, quoteId);
    if (released !== undefined) await giveBackHeld(tx, property, released);
  });
  return { kind: 'OK', value: null };
}

function planName({ property }: LoadedProperty, rateKey: string, language: string): SuppliedText[] {
  const names = property.plans.find(({ code }) => code === planOfRateKey(rateKey))?.name ?? {};
  const chosen = names[language] === undefined ? Object.keys(names)[0] : language;
  const text = chosen === undefined ? undefined : names[chosen];
  return chosen === undefined || text === undefined ? [] : [{ code: 'RATE_PLAN', text, language: chosen }];
}

type KnownPolicy = Extract<SuppliedPolicy, { kind: 'KNOWN' }>;

/** The data that a quote passes on to the booking: how to find the rate again, and the promised terms. */
export interface QuoteTokens {
  rateKey: string;
  /** One room code per occupancy of the request. */
  roomCodes: readonly string[];
  policy: KnownPolicy;
}

const start = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ALWAYS') }),
  z.object({ kind: z.literal('INSTANT'), atMs: z.number() }),
  z.object({ kind: z.literal('LOCAL'), at: z.string() }),
]);
const shape = z.object({
  rateKey: z.string(),
  roomCodes: z.array(z.string()),
  policy: z.object({
    kind: z.literal('KNOWN'),
    penalties: z.array(z.object({ from: start, penaltyMinor: z.number() })),
    noShowMinor: z.number().nullable(),
  }),
});

export function writeQuoteTokens({ rateKey, rooms, policy }: NightlyOffer): string {
  return JSON.stringify({ rateKey, roomCodes: rooms.map(({ roomCode }) => roomCode), policy });
}

/** Returns undefined if the string has another format. */
export function parseQuoteTokens(text: string): QuoteTokens | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
