/**
 * Writes the offers of a search response as JSON. The bytes equal `JSON.stringify` of the views in `offer-view.ts`, but take
 * a fraction of the time, because no objects are created. The id and the expiry come first in an offer and differ in every
 * search, so they are written separately.
 */
import { MAX_ALLOTMENT } from '@serai/contract/booking/offer.ts';
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { Memo } from '../../platform/cache/memo.ts';
import { checkAmount } from '../../platform/money/minor-units.ts';
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import { instantText, zonedText } from '../../platform/time/zoned-time.ts';
import type { SuppliedCharge } from '../port/supplied-offer.ts';
import type { Terms } from '../terms/terms.ts';
import { chargeStart } from './charge-start.ts';
import { boardView, exchangeView, type OfferScene } from './offer-view.ts';
import { guestTotal, type PricedOffer, type PricedRoom } from './priced-offer.ts';

/** Writes everything after the id and the expiry of an offer, for the offers of one hotel. */
export interface OfferWriter {
  full(out: JsonBytes, offer: PricedOffer): void;
  summary(out: JsonBytes, offer: PricedOffer): void;
}

/** The name of a field that contains an amount of money. */
function amountAfter(name: string): Uint8Array {
  return utf8(`${name}{"amount":"`);
}

/** All names of fields with the punctuation around them. */
const PART = {
  fingerprint: utf8(',"fingerprint":"'),
  board: utf8('","board":'),
  boardCode: utf8('","board":{"code":"'),
  payment: utf8(',"payment":{"type":"'),
  rooms: utf8('"},"rooms":['),
  roomRef: utf8('{"roomRef":'),
  roomCode: utf8(',"roomCode":'),
  roomNet: amountAfter(',"price":{"net":'),
  stayCharges: utf8(',"stayCharges":['),
  nightly: utf8('],"nightly":['),
  date: utf8('{"date":"'),
  nightNet: amountAfter('","net":'),
  allotment: utf8(',"allotment":'),
  endOfRoomPrice: utf8(']}'),
  price: utf8('],"price":{"currency":'),
  net: amountAfter(',"net":'),
  selling: amountAfter(',"selling":'),
  commission: amountAfter(',"commission":'),
  taxesAndFees: utf8(',"taxesAndFees":['),
  payAtProperty: utf8('],"payAtProperty":['),
  guestTotal: amountAfter('],"guestTotal":'),
  summaryTotal: amountAfter(',"guestTotal":'),
  unpricedCharges: utf8(',"unpricedCharges":['),
  exchange: utf8(',"exchange":'),
  code: utf8('{"code":'),
  description: utf8(',"description":'),
  amount: amountAfter('","amount":'),
  stayAmount: amountAfter(',"amount":'),
  local: amountAfter(',"local":'),
  collection: utf8(',"collection":"'),
  unpricedCollection: utf8('","collection":"'),
  percent: utf8(',"percent":'),
  promotions: utf8('},"promotions":'),
  fetchedLive: utf8(',"freshness":{"source":"LIVE","fetchedAt":'),
  fetchedCached: utf8(',"freshness":{"source":"CACHE","fetchedAt":'),
  refundability: utf8('},"cancellation":{"refundability":"'),
  freeUntil: utf8('","freeCancellationUntil":'),
  freeUntilLocal: utf8(',"freeCancellationUntilLocal":'),
  timeZone: utf8(',"propertyTimeZone":'),
  deadlineSource: utf8(',"deadlineSource":"'),
  windows: utf8('","windows":['),
  from: utf8('{"from":'),
  to: utf8(',"to":'),
  penalty: amountAfter(',"penalty":'),
  noShow: utf8('],"noShow":'),
  noShowPenalty: amountAfter('{"penalty":'),
  noShowFrom: utf8(',"from":'),
  null: utf8('null'),
  emptyList: utf8('[]'),
  comma: utf8(','),
  quote: utf8('"'),
  end: utf8('}'),
  endOfString: utf8('"}'),
  endOfList: utf8(']'),
  endOfOffer: utf8('}}'),
} as const;

export function offerWriter(scene: OfferScene): OfferWriter {
  const rooms = new Map<string, Uint8Array>();
  const boards = new Map<string, Uint8Array>();

  /** A room of the catalogue looks the same in every offer of the hotel. */
  function describe(out: JsonBytes, room: PricedRoom): void {
    const known = room.roomCode === null ? undefined : rooms.get(room.roomCode);
    if (known !== undefined) {
      out.raw(known);
      return;
    }
    const { json, isKnown } = describeRoom(room, scene);
    out.raw(json);
    if (isKnown && room.roomCode !== null) rooms.set(room.roomCode, json);
  }

  function board(out: JsonBytes, code: PricedOffer['board']): void {
    let json = boards.get(code);
    if (json === undefined) {
      json = utf8(JSON.stringify(boardView(code, scene.language)));
      boards.set(code, json);
    }
    out.raw(json);
  }

  return {
    full(out, offer) {
      const { currency, promotions } = offer;
      out.raw(PART.fingerprint);
      out.ascii(offer.fingerprint);
      out.raw(PART.board);
      board(out, offer.board);
      out.raw(PART.payment);
      out.ascii(offer.payment);
      out.raw(PART.rooms);
      for (let i = 0; i < offer.rooms.length; i++) {
        const room = offer.rooms[i] as PricedRoom;
        writeRoomRef(out, i);
        describe(out, room);
        writeRoomPrice(out, room, currency, scene.nights);
        out.raw(PART.allotment);
        if (room.allotment === null) out.raw(PART.null);
        else out.decimal(Math.min(room.allotment, MAX_ALLOTMENT), 0);
        out.raw(PART.end);
      }
      writePrice(out, offer);
      out.raw(PART.promotions);
      if (promotions.length === 0) out.raw(PART.emptyList);
      else out.json(JSON.stringify(promotions));
      out.raw(offer.isCached ? PART.fetchedCached : PART.fetchedLive);
      writeInstant(out, offer.fetchedAtMs);
      writeTerms(out, offer.terms, currency);
      out.raw(PART.endOfOffer);
    },

    summary(out, offer) {
      const { currency, terms } = offer;
      out.raw(PART.fingerprint);
      out.ascii(offer.fingerprint);
      out.raw(PART.boardCode);
      out.ascii(offer.board);
      out.raw(PART.rooms);
      for (let i = 0; i < offer.rooms.length; i++) {
        writeRoomRef(out, i);
        out.raw(PART.roomCode);
        out.text(offer.rooms[i]?.roomCode ?? null);
        out.raw(PART.end);
      }
      out.raw(PART.price);
      out.text(currency);
      writeField(out, PART.net, offer.netMinor, currency);
      writeField(out, PART.selling, offer.sellingMinor, currency);
      writeField(out, PART.summaryTotal, guestTotal(offer), currency);
      out.raw(PART.refundability);
      out.ascii(terms.refundability);
      out.raw(PART.freeUntil);
      writeInstant(out, terms.freeUntilMs);
      out.raw(PART.end);
      out.raw(PART.payment);
      out.ascii(offer.payment);
      out.raw(PART.endOfString);
      out.raw(PART.end);
    },
  };
}

function writeRoomRef(out: JsonBytes, index: number): void {
  if (index > 0) out.raw(PART.comma);
  out.raw(PART.roomRef);
  out.decimal(index + 1, 0);
}

/** Code, name and beds. */
function describeRoom(room: PricedRoom, { hotel, language }: OfferScene) {
  const { roomCode } = room;
  const known = roomCode === null ? undefined : hotel.rooms.find(each => each.roomCode === roomCode);
  const name = known?.name(language) ?? room.name?.text ?? roomCode ?? '';
  const view = JSON.stringify({ roomCode, name, beds: known?.beds ?? room.beds ?? [] });
  return { json: utf8(`,${view.slice(1, -1)}`), isKnown: known !== undefined };
}

function writeRoomPrice(
  out: JsonBytes,
  { netMinor, stayCharges, nightlyMinor }: PricedRoom,
  currency: string,
  nights: OfferScene['nights'],
): void {
  writeField(out, PART.roomNet, netMinor, currency);
  out.raw(PART.stayCharges);
  let isFirst = true;
  for (const { code, description, amountMinor } of stayCharges) {
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    out.raw(PART.code);
    out.text(code);
    out.raw(PART.description);
    out.text(description);
    writeField(out, PART.stayAmount, amountMinor, currency);
    out.raw(PART.end);
  }
  if (nights !== null && nightlyMinor !== null) {
    out.raw(PART.nightly);
    for (let i = 0; i < nightlyMinor.length; i++) {
      if (i > 0) out.raw(PART.comma);
      out.raw(PART.date);
      out.ascii(nights[i] as string);
      writeField(out, PART.nightNet, nightlyMinor[i] as number, currency);
      out.raw(PART.end);
    }
  }
  out.raw(PART.endOfRoomPrice);
}

function writePrice(out: JsonBytes, offer: PricedOffer): void {
  const { currency, netMinor, sellingMinor, charges, exchange } = offer;
  out.raw(PART.price);
  out.text(currency);
  writeField(out, PART.net, netMinor, currency);
  writeField(out, PART.selling, sellingMinor, currency);
  writeField(out, PART.commission, sellingMinor - netMinor, currency);
  out.raw(PART.taxesAndFees);
  let isFirst = true;
  let hasUnpriced = false;
  for (const charge of charges) {
    if (charge.amountMinor === null) {
      hasUnpriced = true;
      continue;
    }
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    writeCharge(out, charge, charge.amountMinor, currency);
    out.raw(PART.collection);
    out.ascii(charge.collection);
    out.raw(PART.endOfString);
  }
  out.raw(PART.payAtProperty);
  isFirst = true;
  for (const charge of charges) {
    if (charge.amountMinor === null || charge.collection !== 'PAY_AT_PROPERTY') continue;
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    writeCharge(out, charge, charge.amountMinor, currency);
    out.raw(PART.end);
  }
  writeField(out, PART.guestTotal, guestTotal(offer), currency);
  if (hasUnpriced) writeUnpriced(out, charges);
  if (exchange !== null) {
    out.raw(PART.exchange);
    out.json(JSON.stringify(exchangeView(exchange)));
  }
}

function writeUnpriced(out: JsonBytes, charges: readonly SuppliedCharge[]): void {
  out.raw(PART.unpricedCharges);
  let isFirst = true;
  for (const charge of charges) {
    if (charge.amountMinor !== null) continue;
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    out.raw(chargeStart(charge));
    out.raw(PART.unpricedCollection);
    out.ascii(charge.collection);
    out.raw(PART.quote);
    if (charge.percent !== undefined) {
      out.raw(PART.percent);
      out.text(charge.percent);
    }
    writeLocal(out, charge);
    out.raw(PART.end);
  }
  out.raw(PART.endOfList);
}

/** Without the closing brace. */
function writeCharge(out: JsonBytes, charge: SuppliedCharge, amountMinor: number, currency: string): void {
  out.raw(chargeStart(charge));
  writeField(out, PART.amount, amountMinor, currency);
  writeLocal(out, charge);
}

function writeLocal(out: JsonBytes, { local }: SuppliedCharge): void {
  if (local !== undefined) writeField(out, PART.local, local.amountMinor, local.currency);
}

/** Without the closing brace. */
function writeTerms(out: JsonBytes, terms: Terms, currency: string): void {
  const { freeUntilMs, timeZone, windows, noShow } = terms;
  out.raw(PART.refundability);
  out.ascii(terms.refundability);
  out.raw(PART.freeUntil);
  writeInstant(out, freeUntilMs);
  out.raw(PART.freeUntilLocal);
  out.text(freeUntilMs === null || timeZone === null ? null : zonedText(freeUntilMs, timeZone));
  out.raw(PART.timeZone);
  out.text(timeZone);
  out.raw(PART.deadlineSource);
  out.ascii(terms.deadlineSource);
  out.raw(PART.windows);
  let isFirst = true;
  for (const { fromMs, toMs, penaltyMinor } of windows) {
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    out.raw(PART.from);
    writeInstant(out, fromMs);
    out.raw(PART.to);
    writeInstant(out, toMs);
    writeField(out, PART.penalty, penaltyMinor, currency);
    out.raw(PART.end);
  }
  out.raw(PART.noShow);
  if (noShow === null) {
    out.raw(PART.null);
    return;
  }
  writeField(out, PART.noShowPenalty, noShow.penaltyMinor, currency);
  out.raw(PART.noShowFrom);
  writeInstant(out, noShow.fromMs);
  out.raw(PART.end);
}

interface CurrencyBytes {
  currency: string;
  decimals: number;
  end: Uint8Array;
}

const currencies = new Memo<string, CurrencyBytes>();
/** Nearly all amounts of a response have the same currency. */
let last = bytesOfCurrency('EUR');

/** The name of a field and its amount. */
function writeField(out: JsonBytes, name: Uint8Array, minor: number, currency: string): void {
  if (currency !== last.currency) last = currencies.get(currency, bytesOfCurrency);
  checkAmount(minor, last.decimals);
  out.raw(name);
  out.decimal(minor, last.decimals);
  out.raw(last.end);
}

function bytesOfCurrency(currency: string): CurrencyBytes {
  const end = utf8(`","currency":${JSON.stringify(currency)}}`);
  return { currency, decimals: minorUnits(currency), end };
}

const MAX_INSTANTS = 4_096;
const instants = new Memo<number, Uint8Array>(MAX_INSTANTS);

function writeInstant(out: JsonBytes, ms: number | null): void {
  out.raw(ms === null ? PART.null : instants.get(ms, instantBytes));
}

function instantBytes(ms: number): Uint8Array {
  return utf8(JSON.stringify(instantText(ms)));
}
