/**
 * A second implementation of the own-inventory rules. It works on rows, night by night, and is slow but easy to verify. It shares
 * no code with the real implementation.
 */
import type {
  InventoryDocument,
  InventoryPlan,
  InventoryRoom,
} from '@serai/contract/inventory/inventory-document.ts';
import type { Occupancy, SoldRoom, StayRequest } from '../../../port/supplier.ts';
import type { RateRow } from '../cache/rate-block.ts';

export interface BruteQuery {
  document: InventoryDocument;
  rates: readonly RateRow[];
  rooms: readonly { roomCode: string; night: string; free: number }[];
  sold: readonly SoldRoom[];
  stay: StayRequest;
  today: string;
}

export interface BruteOffer {
  plan: string;
  rooms: string[];
  nightly: number[][];
  charges: Record<string, number>;
  /** Formatted as `start: penalty` and sorted. */
  penalties: string[];
  noShow: number;
}

export interface BruteResult {
  offers: BruteOffer[];
  /** The lowest price over all possible room assignments, by plan. */
  cheapest: Record<string, number>;
  reason: string | undefined;
}

/** An exact fraction. */
type Q = { n: bigint; d: bigint };
const q = (n: number | bigint, d: bigint = 1n): Q => ({ n: BigInt(n), d });
const plus = (a: Q, b: Q): Q => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const times = (a: Q, b: Q): Q => ({ n: a.n * b.n, d: a.d * b.d });
function halfUp({ n, d }: Q): number {
  if (n <= 0n) return 0;
  const whole = n / d;
  return Number((n % d) * 2n >= d ? whole + 1n : whole);
}
function decimal(text: string): Q {
  const negative = text.startsWith('-');
  const [a = '0', b = ''] = text.replace('-', '').split('.');
  const value = BigInt(a + b);
  return { n: negative ? -value : value, d: 10n ** BigInt(b.length) };
}

const addDay = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const dayCount = (a: string, b: string) => Math.round((Date.parse(b) - Date.parse(a)) / 86_400_000);

export function bruteForceStay(query: BruteQuery): BruteResult {
  const { document, stay, today } = query;
  const minor = minorOf(document);
  const nights: string[] = [];
  for (let night = stay.checkIn; night < stay.checkOut; night = addDay(night, 1)) nights.push(night);
  const offers: BruteOffer[] = [];
  const cheapest: Record<string, number> = {};
  let best = { stage: -1, reason: 'STOP_SELL' };
  for (const plan of document.plans) {
    const { include, exclude } = plan.markets ?? {};
    if (!plan.active) continue;
    if (include && !include.includes(stay.market.nationality)) continue;
    if (exclude?.includes(stay.market.nationality)) continue;
    if (plan.bookingWindow?.from && today < plan.bookingWindow.from) continue;
    if (plan.bookingWindow?.to && today > plan.bookingWindow.to) continue;

    const tries = stay.occupancies.map(party =>
      plan.rooms.map(code => tryRoom(query, plan, code, party, nights)),
    );
    let worst: { stage: number; reason: string } | undefined;
    for (const row of tries) {
      if (row.some(one => one.stage === 8)) continue;
      const top = Math.max(...row.map(({ stage }) => stage));
      const first = row.find(({ stage }) => stage === top);
      if (first && (worst === undefined || first.stage < worst.stage)) worst = first;
    }
    const ways = worst ? [] : assignments(plan, tries, query, nights);
    if (ways.length === 0) {
      worst ??= { stage: 7, reason: 'SOLD_OUT' };
      if (worst.stage > best.stage) best = worst;
      continue;
    }
    const priced = ways.map(rooms => {
      const nightly = rooms.map((code, i) => tries[i]?.[plan.rooms.indexOf(code)]?.nightly ?? []);
      return { rooms, nightly, net: nightly.flat().reduce((a, b) => a + b, 0) };
    });
    cheapest[plan.code] = Math.min(...priced.map(({ net }) => net));
    for (const { rooms, nightly, net } of priced) {
      offers.push({
        plan: plan.code,
        rooms,
        nightly,
        charges: chargesOf(document, net, nights.length, stay.occupancies, minor),
        ...penaltiesOf(document, plan, stay.checkIn, net, nightly, minor),
      });
    }
  }
  return { offers, cheapest, reason: offers.length > 0 ? undefined : best.reason };
}

const minorOf = (document: InventoryDocument) => (amount: string) =>
  Number(amount.replace('.', '')) + 0 * document.rooms.length;

function freeOf({ rooms }: BruteQuery, roomCode: string, nights: readonly string[]): number {
  return Math.min(
    ...nights.map(night => rooms.find(one => one.roomCode === roomCode && one.night === night)?.free ?? 0),
  );
}

/** Lists every way to assign one of the plan's room types to each occupancy. */
function assignments(
  plan: InventoryPlan,
  tries: { stage: number }[][],
  query: BruteQuery,
  nights: readonly string[],
): string[][] {
  let ways: string[][] = [[]];
  for (const row of tries) {
    ways = ways.flatMap(way => plan.rooms.filter((_, i) => row[i]?.stage === 8).map(code => [...way, code]));
  }
  return ways.filter(way =>
    plan.rooms.every(code => way.filter(one => one === code).length <= freeOf(query, code, nights)),
  );
}

/** The value of a field for a night, set by the plan or its nearest ancestor. `through` lists the plans in between. */
function field<T>(
  { document, rates }: BruteQuery,
  plan: InventoryPlan,
  roomCode: string,
  night: string,
  pick: (row: RateRow) => T | null | undefined,
): { value: T; through: InventoryPlan[] } | undefined {
  const through: InventoryPlan[] = [];
  for (let at: InventoryPlan | undefined = plan; at; ) {
    const code: string = at.code;
    const row = rates.find(one => one.planCode === code && one.roomCode === roomCode && one.night === night);
    const value = row && pick(row);
    if (value !== undefined && value !== null) return { value, through };
    through.push(at);
    const parent: string | undefined = at.derivedFrom?.plan;
    at = document.plans.find(one => one.code === parent);
  }
  return undefined;
}

/** Applies the derivations of all plans in between to a price, starting at the ancestor. */
function price(
  found: { value: number; through: InventoryPlan[] } | undefined,
  isAmount: boolean,
): Q | undefined {
  if (found === undefined) return undefined;
  let value = q(found.value);
  for (const { derivedFrom } of [...found.through].reverse()) {
    if (derivedFrom?.percent !== undefined) {
      value = times(value, times(plus(q(100), decimal(derivedFrom.percent)), q(1, 100n)));
    } else if (isAmount && derivedFrom?.amount !== undefined) {
      value = plus(value, q(Number(derivedFrom.amount.replace('.', ''))));
    }
  }
  return value;
}

interface Try {
  /** The stage that the evaluation reached. It is 8 if the room can be sold. */
  stage: number;
  reason: string;
  nightly: number[];
}

function tryRoom(
  query: BruteQuery,
  plan: InventoryPlan,
  roomCode: string,
  party: Occupancy,
  nights: readonly string[],
): Try {
  const { document, sold, stay, today } = query;
  const no = (stage: number, reason: string): Try => ({ stage, reason, nightly: [] });
  const room = document.rooms.find(one => one.roomCode === roomCode) as InventoryRoom;
  const limits = sold.find(one => one.roomCode === roomCode);
  if (limits === undefined) return no(-1, 'STOP_SELL');

  const bandOf = (age: number) =>
    document.ageBands.find(({ fromAge, toAge }) => age >= fromAge && age <= toAge);
  const grownChildren = party.childAges.filter(age => !bandOf(age));
  const infants = party.childAges.filter(age => bandOf(age)?.infant && !room.infantsTakeBed);
  const children = party.childAges.filter(age => bandOf(age) && !infants.includes(age)).sort((a, b) => a - b);
  const adults = party.adults + grownChildren.length;
  const takesNoChildren =
    (children.length > 0 && room.maxChildren === 0) ||
    (party.childAges.length > 0 && limits.maxChildren === 0);
  if (takesNoChildren && adults <= room.maxAdults) return no(0, 'CHILDREN_NOT_ALLOWED');
  if (
    adults > room.maxAdults ||
    children.length > room.maxChildren ||
    infants.length > room.maxInfants ||
    adults + children.length > room.maxTotal ||
    party.adults > limits.maxAdults ||
    party.childAges.length > limits.maxChildren ||
    party.adults + party.childAges.length > limits.maxTotal
  ) {
    return no(0, 'MAXIMUM_OCCUPANCY');
  }

  const get = <T>(night: string, pick: (row: RateRow) => T | null | undefined) =>
    field(query, plan, roomCode, night, pick);
  const ahead = dayCount(today, stay.checkIn);
  const min = get(stay.checkIn, row => row.minAdvance)?.value ?? 0;
  const max = get(stay.checkIn, row => row.maxAdvance)?.value;
  if (ahead < 0 || ahead < min || (max !== undefined && ahead > max)) return no(1, 'RELEASE_PERIOD');

  const nightly: number[] = [];
  for (const night of nights) {
    if (get(night, row => row.stopSell)?.value) return no(2, 'STOP_SELL');
    const total = nightTotal(query, plan, room, night, { adults, children, infants });
    if (total === undefined) {
      const sells = (people: number) =>
        nightTotal(query, plan, room, night, { adults: people, children: [], infants: [] }) !== undefined;
      if (party.childAges.length > 0 && sells(party.adults)) return no(3, 'CHILDREN_NOT_ALLOWED');
      const fewer = Array.from({ length: party.adults - 1 }, (_, i) => i + 1);
      return fewer.some(sells) ? no(3, 'MAXIMUM_OCCUPANCY') : no(2, 'STOP_SELL');
    }
    nightly.push(halfUp(total));
  }
  if (get(stay.checkIn, row => row.closedToArrival)?.value) return no(4, 'CHECKIN_NOT_ALLOWED');
  if (get(stay.checkOut, row => row.closedToDeparture)?.value) return no(5, 'CHECKOUT_NOT_ALLOWED');
  const through = nights.map(night => get(night, row => row.minStayThrough)?.value ?? 0);
  const least = Math.max(get(stay.checkIn, row => row.minStayArrival)?.value ?? 0, ...through);
  if (nights.length < least) return no(6, 'MINIMUM_STAY');
  const most = get(stay.checkIn, row => row.maxStay)?.value ?? 0;
  if (most !== 0 && nights.length > most) return no(6, 'MAXIMUM_STAY');
  if (freeOf(query, roomCode, nights) < 1) return no(7, 'SOLD_OUT');
  return { stage: 8, reason: '', nightly };
}

function nightTotal(
  query: BruteQuery,
  plan: InventoryPlan,
  room: InventoryRoom,
  night: string,
  party: { adults: number; children: readonly number[]; infants: readonly number[] },
): Q | undefined {
  const { ageBands } = query.document;
  const bandOf = (age: number) =>
    ageBands.find(({ fromAge, toAge }) => age >= fromAge && age <= toAge)?.code ?? '';
  const get = (pick: (row: RateRow) => number | null | undefined) =>
    field(query, plan, room.roomCode, night, pick);
  const own = (amount: string | undefined) =>
    amount === undefined ? undefined : q(Number(amount.replace('.', '')));
  const extraAdult =
    price(
      get(row => row.extraAdult),
      false,
    ) ?? own(room.extraAdult);
  const childPrice = (age: number) =>
    price(
      get(row => row.children?.[bandOf(age)]),
      false,
    ) ?? own(room.children?.[bandOf(age)]);

  // Children are sorted by age. The base occupancy covers the oldest, and the youngest of the others are free.
  let paying = [...party.children];
  if (plan.priceModel === 'PER_ROOM') {
    for (let places = room.baseOccupancy - party.adults; places > 0; places--) paying.pop();
  }
  paying = paying.slice(room.freeChildren);
  let total = q(0);
  let heads = party.adults;
  for (const age of paying) {
    const found = childPrice(age);
    if (found === undefined) heads += 1;
    else total = plus(total, found);
  }
  for (const age of party.infants) total = plus(total, childPrice(age) ?? q(0));

  let extras = 0;
  if (plan.priceModel === 'PER_OCCUPANCY') {
    let base: Q | undefined;
    for (extras = 0; extras < heads && base === undefined; extras++) {
      base = price(
        get(row => row.byAdults?.[heads - extras]),
        true,
      );
      if (base !== undefined) break;
    }
    if (base === undefined) return undefined;
    total = plus(total, base);
  } else {
    const amount = price(
      get(row => row.amount),
      true,
    );
    if (amount === undefined) return undefined;
    if (plan.priceModel === 'PER_PERSON') total = plus(total, times(amount, q(heads)));
    else {
      total = plus(total, amount);
      extras = Math.max(0, party.adults - room.baseOccupancy) + (heads - party.adults);
    }
  }
  if (extras > 0) {
    if (extraAdult === undefined) return undefined;
    total = plus(total, times(extraAdult, q(extras)));
  }
  if (plan.supplement !== undefined) {
    const adult = Number(plan.supplement.adult.replace('.', ''));
    let supplement = party.adults * adult;
    for (const age of [...party.children, ...party.infants]) {
      const named = plan.supplement.children?.[bandOf(age)];
      const isInfant = ageBands.some(({ code, infant }) => code === bandOf(age) && infant);
      supplement += named !== undefined ? Number(named.replace('.', '')) : isInfant ? 0 : adult;
    }
    total = plus(total, q(supplement));
  }
  return total;
}

function chargesOf(
  { charges }: InventoryDocument,
  net: number,
  nights: number,
  occupancies: readonly Occupancy[],
  minor: (amount: string) => number,
): Record<string, number> {
  const result: Record<string, number> = {};
  let left = net;
  for (const charge of charges) {
    if (charge.amount === undefined) continue;
    let amount = 0;
    const counted = charge.maximumNights === undefined ? nights : Math.min(nights, charge.maximumNights);
    for (let night = 0; night < (charge.basis?.endsWith('NIGHT') ? counted : 1); night++) {
      if (!charge.basis?.includes('ROOM') && !charge.basis?.includes('PERSON'))
        amount += minor(charge.amount);
      for (const { adults, childAges } of occupancies) {
        if (charge.basis?.includes('ROOM')) amount += minor(charge.amount);
        const old = childAges.filter(age => age >= (charge.minimumAge ?? 0)).length;
        if (charge.basis?.includes('PERSON')) amount += minor(charge.amount) * (adults + old);
      }
    }
    if (charge.collection === 'INCLUDED') {
      amount = Math.min(amount, left);
      left -= amount;
    }
    result[charge.code] = amount;
  }
  let all = q(100);
  for (const { collection, percent } of charges) {
    if (collection === 'INCLUDED' && percent !== undefined) all = plus(all, decimal(percent));
  }
  for (const { code, collection, percent } of charges) {
    if (percent === undefined) continue;
    const share =
      collection === 'INCLUDED'
        ? times(times(q(left), decimal(percent)), { n: all.d, d: all.n })
        : times(times(q(net), decimal(percent)), q(1, 100n));
    result[code] = halfUp(share);
  }
  return result;
}

function penaltiesOf(
  { cancellationPolicies }: InventoryDocument,
  plan: InventoryPlan,
  checkIn: string,
  net: number,
  nightly: readonly (readonly number[])[],
  minor: (amount: string) => number,
): { penalties: string[]; noShow: number } {
  const policy = cancellationPolicies.find(({ code }) => code === plan.cancellationPolicy);
  if (policy === undefined) return { penalties: [`always: ${net}`], noShow: net };
  const cost = ({ percent, nights, amount }: (typeof policy)['noShow']) => {
    if (percent !== undefined)
      return Math.min(net, halfUp(times(times(q(net), decimal(percent)), q(1, 100n))));
    if (amount !== undefined) return Math.min(net, minor(amount) * nightly.length);
    return nightly.flatMap(one => one.filter((_, i) => i < (nights ?? 0))).reduce((a, b) => a + b, 0);
  };
  const penalties = policy.rules.map(({ always, daysBefore, hoursBefore, at, penalty }) => {
    const minutes = Number(at.slice(0, 2)) * 60 + Number(at.slice(3)) - (hoursBefore ?? 0) * 60;
    const days = Math.floor(minutes / 1_440);
    const rest = minutes - days * 1_440;
    const clock = [Math.floor(rest / 60), rest % 60].map(part => String(part).padStart(2, '0')).join(':');
    const start = always ? 'always' : `${addDay(checkIn, days - (daysBefore ?? 0))}T${clock}`;
    return `${start}: ${cost(penalty)}`;
  });
  return { penalties: penalties.sort(), noShow: cost(policy.noShow) };
}
