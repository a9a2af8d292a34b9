/**
 * Writes the offers of a search response as JSON. The bytes equal `JSON.stringify` of the views in `offer-view.ts`, but take
 * a fraction of the time, because no objects are created. The id and the expiry come first in an offer and differ in every
 * search, so they are written separately.
 *
 * A long copy takes hardly more time than a short one. If possible, everything between two amounts is therefore one constant or
 * memoised part.
 */
import { MAX_ALLOTMENT } from '@serai/contract/booking/offer.ts';
import { Memo } from '../../platform/cache/memo.ts';
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import { KnownParts } from './known-parts.ts';
import { moneyParts, writeAmount } from './money-json.ts';
import { boardView, type OfferScene } from './offer-view.ts';
import { writePrice, writeRoomPrice } from './price-json.ts';
import { guestTotal, type PricedOffer, type PricedRoom } from './priced-offer.ts';
import { writeInstant, writeTerms } from './terms-json.ts';

/** Writes everything after the id and the expiry of an offer, for the offers of one hotel. */
export interface OfferWriter {
  full(out: JsonBytes, offer: PricedOffer): void;
  summary(out: JsonBytes, offer: PricedOffer): void;
}

const PART = {
  fingerprint: utf8(',"fingerprint":"'),
  fetchedLive: utf8('},"promotions":[],"freshness":{"source":"LIVE","fetchedAt":'),
  fetchedCached: utf8('},"promotions":[],"freshness":{"source":"CACHE","fetchedAt":'),
  promotions: utf8('},"promotions":'),
  promotedLive: utf8(',"freshness":{"source":"LIVE","fetchedAt":'),
  promotedCached: utf8(',"freshness":{"source":"CACHE","fetchedAt":'),
  null: utf8('null'),
  end: utf8('}'),
} as const;

export function offerWriter(scene: OfferScene): OfferWriter {
  const rooms = roomStartsOf(scene);

  function startRoom(out: JsonBytes, room: PricedRoom, position: number): void {
    rooms[position] ??= new Map();
    const known = room.roomCode === null ? undefined : rooms[position].get(room.roomCode);
    if (known !== undefined) {
      out.raw(known);
      return;
    }
    const { json, isKnown } = roomStart(room, position, scene);
    const bytes = utf8(json);
    out.raw(bytes);
    if (isKnown && room.roomCode !== null) rooms[position].set(room.roomCode, bytes);
  }

  return {
    full(out, offer) {
      const money = moneyParts(offer.currency);
      out.raw(PART.fingerprint);
      out.characters(offer.fingerprint);
      out.raw(offerStart(offer, scene.language));
      for (let i = 0; i < offer.rooms.length; i++) {
        const room = offer.rooms[i] as PricedRoom;
        startRoom(out, room, i);
        writeRoomPrice(out, room, money, scene.nights);
        if (room.allotment === null) out.raw(PART.null);
        else out.decimal(Math.min(room.allotment, MAX_ALLOTMENT), 0);
        out.raw(PART.end);
      }
      writePrice(out, offer, money);
      writePromotions(out, offer);
      writeInstant(out, offer.fetchedAtMs);
      writeTerms(out, offer.terms, money);
    },

    summary(out, offer) {
      const { terms, rooms } = offer;
      const money = moneyParts(offer.currency);
      out.raw(PART.fingerprint);
      out.characters(offer.fingerprint);
      out.raw(boardStarts.get(offer.board, boardStart));
      for (let i = 0; i < rooms.length; i++) {
        const { roomCode } = rooms[i] as PricedRoom;
        if (i === 0) out.raw(firstRooms.get(roomCode, firstRoom));
        else out.json(`,${summaryRoom(roomCode, i)}`);
      }
      out.raw(money.price);
      writeAmount(out, offer.netMinor, money, money.selling);
      writeAmount(out, offer.sellingMinor, money, money.summaryTotal);
      writeAmount(out, guestTotal(offer), money, money.summaryTerms[terms.refundability]);
      writeInstant(out, terms.freeUntilMs);
      out.raw(SUMMARY_ENDS[offer.payment]);
    },
  };
}

interface KnownStart extends Pick<PricedOffer, 'payment'> {
  language: string;
  bytes: Uint8Array;
}

/** By board. */
const starts = new KnownParts<PricedOffer['board'], KnownStart>();

/** Everything between the fingerprint and the first room. */
function offerStart({ board, payment }: PricedOffer, language: string): Uint8Array {
  for (const start of starts.of(board)) {
    if (start.payment === payment && start.language === language) return start.bytes;
  }
  const view = JSON.stringify({ board: boardView(board, language), payment: { type: payment } });
  const bytes = utf8(`",${view.slice(1, -1)},"rooms":[`);
  starts.keep(board, { payment, language, bytes });
  return bytes;
}

/** By position in the offer and room code. */
type RoomStarts = Map<string, Uint8Array>[];

/** By hotel and language. A room of the catalogue looks the same in every offer, and a catalogue hotel stays the same object. */
const roomStarts = new WeakMap<OfferScene['hotel'], Map<string, RoomStarts>>();

function roomStartsOf({ hotel, language }: OfferScene): RoomStarts {
  let byLanguage = roomStarts.get(hotel);
  if (byLanguage === undefined) {
    byLanguage = new Map();
    roomStarts.set(hotel, byLanguage);
  }
  let starts = byLanguage.get(language);
  if (starts === undefined) {
    starts = [];
    byLanguage.set(language, starts);
  }
  return starts;
}

/** Number, code, name and beds, up to the digits of the price. */
function roomStart(room: PricedRoom, position: number, { hotel, language }: OfferScene) {
  const { roomCode } = room;
  const known = roomCode === null ? undefined : hotel.rooms.find(each => each.roomCode === roomCode);
  const name = known?.name(language) ?? room.name?.text ?? roomCode ?? '';
  const beds = known?.beds ?? room.beds ?? [];
  const view = JSON.stringify({ roomRef: position + 1, roomCode, name, beds });
  const comma = position === 0 ? '' : ',';
  const json = `${comma}${view.slice(0, -1)},"price":{"net":{"amount":"`;
  return { json, isKnown: known !== undefined };
}

/** From the end of the price to the time at which the offer was fetched. */
function writePromotions(out: JsonBytes, { promotions, isCached }: PricedOffer): void {
  if (promotions.length === 0) {
    out.raw(isCached ? PART.fetchedCached : PART.fetchedLive);
    return;
  }
  out.raw(PART.promotions);
  out.json(JSON.stringify(promotions));
  out.raw(isCached ? PART.promotedCached : PART.promotedLive);
}

const SUMMARY_ENDS: Readonly<Record<PricedOffer['payment'], Uint8Array>> = {
  MERCHANT: utf8('},"payment":{"type":"MERCHANT"}}'),
  PAY_AT_PROPERTY: utf8('},"payment":{"type":"PAY_AT_PROPERTY"}}'),
};
const boardStarts = new Memo<string, Uint8Array>();
const firstRooms = new Memo<string | null, Uint8Array>();

function boardStart(code: string): Uint8Array {
  return utf8(`","board":${JSON.stringify({ code })},"rooms":[`);
}

function firstRoom(roomCode: string | null): Uint8Array {
  return utf8(summaryRoom(roomCode, 0));
}

function summaryRoom(roomCode: string | null, position: number): string {
  return JSON.stringify({ roomRef: position + 1, roomCode });
}
