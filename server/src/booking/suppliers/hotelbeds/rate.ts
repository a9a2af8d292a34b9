/** Reads one Hotelbeds rate: amounts, taxes, cancellation policies and promotions. Pure. */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { Memo } from '../../../platform/cache/memo.ts';
import { readMinor } from '../../../platform/money/exact-amount.ts';
import { plainText } from '../../../platform/text/plain-text.ts';
import type { SuppliedCharge, SuppliedText } from '../../port/supplied-offer.ts';
import { boardOf } from './codes.ts';
import { asCurrency, asList, asObject, asText, type Json } from './json.ts';
import { fitsToken } from './tokens.ts';

export interface Rate {
  key: string;
  /** Identifies the rate across searches. */
  identity: string;
  roomCode: string;
  roomName: SuppliedText;
  boardCode: string;
  board: BoardCode;
  rateClass: string;
  /** Price of all rooms of the rate. */
  netMinor: number;
  sellingMinor: number | null;
  /** One amount per night. Null if the rate covers several rooms, or if Hotelbeds sends no usable nightly prices. */
  nightlyMinor: readonly number[] | null;
  allotment: number | null;
  charges: readonly SuppliedCharge[];
  /** Null if the response has no cancellation policies. */
  penalties: readonly Penalty[] | null;
  promotions: readonly SuppliedText[];
  comments: string;
}

export interface Penalty {
  atMs: number;
  minor: number;
}

/** The room of a rate. Read once for all rates of the room. */
export interface RateRoom {
  code: string;
  name: SuppliedText;
}

export function readRoom(room: Json, language: string): RateRoom | undefined {
  const code = asText(room.code);
  if (code === undefined || !fitsToken(code)) return undefined;
  const text = plainText(asText(room.name) ?? code, MAX_NAME) || code;
  return { code, name: { code, text, language } };
}

export interface RateContext {
  currency: string;
  nights: number;
  language: string;
  nowMs: number;
}

const MAX_NAME = 200;
const MAX_COMMENTS = 4_000;
const MAX_PROMOTIONS = 10;
const MAX_KEY = 1_024;
const OFFSET = /(Z|[+-]\d\d:\d\d)$/;
const PERCENT = /^\d{1,3}(\.\d{1,4})?$/;
const NO_TEXTS: readonly SuppliedText[] = [];
const NO_CHARGES: readonly SuppliedCharge[] = [];

/**
 * SKIPPED: this rate is not sold. UNREADABLE: the rate has a missing or unknown value, so the whole hotel is left out.
 */
export function readRate(room: RateRoom, json: Json, context: RateContext): Rate | 'SKIPPED' | 'UNREADABLE' {
  // A package price must not be sold alone, so the rate must be marked as not being a package.
  if (json.packaging !== false) return json.packaging === true ? 'SKIPPED' : 'UNREADABLE';
  const { rateType, paymentType } = json;
  if (rateType !== 'BOOKABLE' && rateType !== 'RECHECK') return 'UNREADABLE';
  if (paymentType === 'AT_HOTEL') return 'SKIPPED';
  if (paymentType !== undefined && paymentType !== 'AT_WEB') return 'UNREADABLE';
  const boardCode = asText(json.boardCode);
  const key = asText(json.rateKey);
  const netMinor = readMinor(json.net, context.currency);
  if (boardCode === undefined || key === undefined || netMinor === undefined) {
    return 'UNREADABLE';
  }
  const board = boardOf(boardCode);
  if (board === undefined || netMinor <= 0 || key.length > MAX_KEY || !fitsToken(key)) return 'SKIPPED';
  const terms = readTerms(json, netMinor, context);
  if (terms === undefined) return 'UNREADABLE';
  const allotment = json.allotment;
  return {
    key,
    identity: identityOf(room.code, json, terms, context.nowMs),
    roomCode: room.code,
    roomName: room.name,
    boardCode,
    board,
    rateClass: asText(json.rateClass) ?? '',
    netMinor,
    nightlyMinor: readNightly(json, netMinor, context),
    allotment:
      typeof allotment === 'number' && Number.isSafeInteger(allotment) && allotment >= 0 ? allotment : null,
    comments: typeof json.rateComments === 'string' ? plainText(json.rateComments, MAX_COMMENTS) : '',
    sellingMinor: terms.sellingMinor,
    charges: terms.charges,
    penalties: terms.penalties,
    promotions: terms.promotions,
  };
}

/**
 * The deadline is part of the identity, because two contracts often differ only in it. Hotelbeds' own rate keys are not, because
 * they change with every search.
 */
function identityOf(
  roomCode: string,
  { boardCode, rateClass }: Json,
  { penalties, promotions }: Terms,
  nowMs: number,
): string {
  const atMs = penalties?.[0]?.atMs;
  const deadline = atMs === undefined ? '?' : atMs <= nowMs ? '0' : deadlineCodes.get(atMs, writeDeadline);
  const codes = promotions.length === 0 ? '' : promotions.map(({ code }) => code).join('+');
  return `${roomCode}|${boardCode}|${rateClass}|${deadline}|${codes}`;
}

type Terms = Pick<Rate, 'sellingMinor' | 'charges' | 'penalties' | 'promotions'>;

/** Returns undefined if a value cannot be read. */
function readTerms(json: Json, netMinor: number, context: RateContext): Terms | undefined {
  const selling = json.sellingRate === undefined ? null : readMinor(json.sellingRate, context.currency);
  const charges = readCharges(json.taxes, context);
  const penalties = readPenalties(json, netMinor, context.currency);
  if (selling === undefined || charges === undefined || penalties === undefined) return undefined;
  return {
    sellingMinor: selling !== null && selling >= netMinor ? selling : null,
    charges,
    penalties,
    promotions: readPromotions(json, context.language),
  };
}

/** Nightly prices are used only if they are complete and add up to the price. */
function readNightly(
  json: Json,
  netMinor: number,
  { currency, nights }: RateContext,
): readonly number[] | null {
  const days = json.dailyRates;
  if (!Array.isArray(days) || days.length !== nights || json.rooms !== 1) return null;
  const nightly = new Array<number>(nights).fill(-1);
  let sum = 0;
  for (const day of days) {
    const { offset, dailyNet } = (asObject(day) ?? {}) as { offset?: unknown; dailyNet?: unknown };
    const minor = readMinor(dailyNet, currency);
    if (typeof offset !== 'number' || minor === undefined || minor < 0 || nightly[offset - 1] !== -1)
      return null;
    nightly[offset - 1] = minor;
    sum += minor;
  }
  return sum === netMinor ? nightly : null;
}

/** Returns null if the rate has no cancellation policies, or undefined if they cannot be read. */
export function readPenalties(
  { cancellationPolicies, net }: Json,
  netMinor: number,
  currency: string,
): readonly Penalty[] | null | undefined {
  const policies = asList(cancellationPolicies);
  if (policies === undefined) return undefined;
  if (policies.length === 0) return null;
  const penalties: Penalty[] = [];
  for (const policy of policies) {
    const { amount, from } = (asObject(policy) ?? {}) as { amount?: unknown; from?: unknown };
    // Most penalties equal the price, which is already parsed.
    const minor = amount === net ? netMinor : readMinor(amount, currency);
    const atMs = typeof from === 'string' ? deadlines.get(from, readDeadline) : Number.NaN;
    if (minor === undefined || minor < 0 || minor > netMinor || Number.isNaN(atMs)) return undefined;
    penalties.push({ atMs, minor });
  }
  return penalties.length === 1 ? penalties : penalties.sort((a, b) => a.atMs - b.atMs);
}

/** Memoised, because the rates of a search share a few deadlines. */
const deadlines = new Memo<string, number>(4_096);
const deadlineCodes = new Memo<number, string>(4_096);

function readDeadline(text: string): number {
  return OFFSET.test(text) ? Date.parse(text) : Number.NaN;
}

function writeDeadline(atMs: number): string {
  return (atMs / 60_000).toString(36);
}

const TAX_TYPES: Readonly<Record<string, 'TAX' | 'FEE'>> = { TAX: 'TAX', FEE: 'FEE', TAXESANDFEES: 'TAX' };

/** Returns undefined if a tax cannot be read. */
function readCharges(value: unknown, { currency }: RateContext): readonly SuppliedCharge[] | undefined {
  if (value === undefined || value === null) return NO_CHARGES;
  const taxes = asList(asObject(value)?.taxes);
  if (taxes === undefined) return undefined;
  const charges: SuppliedCharge[] = [];
  for (const each of taxes) {
    const charge = readCharge(asObject(each) ?? {}, currency);
    if (charge === undefined) return undefined;
    charges.push(charge);
  }
  return charges;
}

/** A tax can be in the property's currency, or a percentage without an amount. */
function readCharge(tax: Json, offerCurrency: string): SuppliedCharge | undefined {
  const { included, percent, amount, clientAmount } = tax;
  const type = tax.type === undefined ? 'TAX' : TAX_TYPES[asText(tax.type) ?? ''];
  if (typeof included !== 'boolean' || type === undefined) return undefined;
  const name = plainText(asText(tax.subType) ?? '', MAX_NAME);
  const local = amount === undefined ? undefined : readLocal(tax);
  const converted =
    clientAmount === undefined || tax.clientCurrency !== offerCurrency
      ? null
      : readMinor(clientAmount, offerCurrency);
  if ((amount !== undefined && local === undefined) || converted === undefined) return undefined;
  const isLocal = local !== undefined && local.currency !== offerCurrency;
  const amountMinor = local !== undefined && !isLocal ? local.amountMinor : converted;
  const hasPercent = typeof percent === 'string' && PERCENT.test(percent);
  if (amountMinor === null && local === undefined && !hasPercent) return undefined;
  return {
    code: codeOf(name) || type.toLowerCase(),
    description: name || (type === 'TAX' ? 'Tax' : 'Fee'),
    type,
    basis: hasPercent ? 'PERCENT' : 'PER_STAY',
    collection: included ? 'INCLUDED' : 'PAY_AT_PROPERTY',
    amountMinor,
    ...(hasPercent && { percent }),
    ...(isLocal && { local }),
  };
}

function readLocal(tax: Json): { currency: string; amountMinor: number } | undefined {
  const currency = asCurrency(tax.currency);
  const amountMinor = currency === undefined ? undefined : readMinor(tax.amount, currency, 'HALF_UP');
  if (currency === undefined || amountMinor === undefined || amountMinor < 0) return undefined;
  return { currency, amountMinor };
}

/** For example `city-tax`. */
function codeOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}

function readPromotions({ promotions, offers }: Json, language: string): readonly SuppliedText[] {
  if (isEmpty(promotions) && isEmpty(offers)) return NO_TEXTS;
  const texts: SuppliedText[] = [];
  for (const each of [...(asList(promotions) ?? []), ...(asList(offers) ?? [])]) {
    const { code, name } = asObject(each) ?? {};
    if (typeof code !== 'string' || typeof name !== 'string' || texts.length >= MAX_PROMOTIONS) continue;
    texts.push({ code: plainText(code, 40), text: plainText(name, MAX_NAME), language });
  }
  return texts;
}
