/** Confirms a price and keeps its rooms while the quote lives. Above the caps the quote is given without a hold. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Read } from '../../port/outcomes.ts';
import type { SuppliedOffer, SuppliedText } from '../../port/supplied-offer.ts';
import type { QuoteRequest, Requirements, SuppliedQuote } from '../../port/supplier.ts';
import type { LoadedProperty } from './memory/inventory-memory.ts';
import { datesNow, type OwnPlace, offersOn } from './own-place.ts';
import { writeQuoteTokens } from './quote-tokens.ts';
import { planOfRateKey } from './stay/rate-key.ts';
import { countOpenHolds, deleteHold, findHold, insertHold, lockHolds } from './stores/hold-store.ts';
import {
  checkRooms,
  dropExpiredHolds,
  giveBackHeld,
  holdCells,
  lockProperty,
  type PropertyKey,
} from './stores/rooms-store.ts';

/** Open at a time for one organisation. Exact unless more than half as many quotes of one are under way at one moment. */
export const MAX_OPEN_HOLDS = 50;

const REQUIREMENTS: Requirements = {
  guestNames: 'LEAD_PER_ROOM',
  childAges: true,
  holderEmail: false,
  holderPhone: false,
  maxRemarkLength: 1_000,
};

/** Where `signal` has ended meanwhile, nobody will know the quote and nothing is held. */
export async function quoteStay(
  place: OwnPlace,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Read<SuppliedQuote>> {
  const { hotel, quoteId, rateKey } = request;
  const loaded = (await place.memory.load([hotel.hotelId], request, quoteId)).get(hotel.hotelId);
  if (loaded === undefined) return { kind: 'GONE' };
  const answer = offersOn(datesNow(place)(hotel.timeZone), hotel, loaded, request);
  const offer = 'offers' in answer ? answer.offers.find(one => one.rateKey === rateKey) : undefined;
  if (offer === undefined) return { kind: 'GONE' };
  const held = await holdRooms(place, request, offer);
  if (held && signal.aborted) await releaseHold(place, quoteId);
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

/** Undefined where the rooms are gone. */
function holdRooms(
  { db, environment }: OwnPlace,
  { hotel, checkIn, checkOut, quoteId, organisationId, lifetimeMs }: QuoteRequest,
  offer: SuppliedOffer,
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

/** Near the cap quotes of one organisation count one after the other, at whatever property. Far from it none waits for another. */
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

/** A quote that holds nothing, or no longer, is released as well. */
export async function releaseHold({ db, environment }: OwnPlace, quoteId: string): Promise<Read<null>> {
  const hold = await findHold(db, environment, quoteId);
  if (hold === undefined) return { kind: 'OK', value: null };
  const property: PropertyKey = { environment, hotelId: hold.hotelId };
  await inTransaction(db, async tx => {
    await lockProperty(tx, property);
    const ended = await deleteHold(tx, property, quoteId);
    if (ended !== undefined) await giveBackHeld(tx, property, ended);
  });
  return { kind: 'OK', value: null };
}

function planName({ property }: LoadedProperty, rateKey: string, language: string): SuppliedText[] {
  const names = property.plans.find(({ code }) => code === planOfRateKey(rateKey))?.name ?? {};
  const chosen = names[language] === undefined ? Object.keys(names)[0] : language;
  const text = chosen === undefined ? undefined : names[chosen];
  return chosen === undefined || text === undefined ? [] : [{ code: 'RATE_PLAN', text, language: chosen }];
}
