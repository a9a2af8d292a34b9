import type { RuleConditions } from '@serai/contract/pricing/rule-conditions.ts';
import { WEEKDAYS } from '@serai/contract/pricing/rule-conditions.ts';
import { BOARD_CODES } from '@serai/contract/shared/lodging.ts';
import { expect, test } from 'vitest';
import { Random, randomAction } from '../../../test/pricing/random-prices.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { byPrecedence, type Rule, STEPS, stepOf } from '../rule.ts';
import { PartnerRules } from './compile-rules.ts';
import { mismatches, type OfferFacts } from './match-rule.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 23, 30);
const HOTELS = Array.from({ length: 12 }, (_, i) => `htl_${i}`);
const PLACES = ['plc_ES', 'plc_CT', 'plc_BCN', 'plc_FR', 'plc_PAR'];
const GROUPS = ['gold', 'silver', 'web'];
const REFUNDABILITIES = ['REFUNDABLE', 'PARTIALLY_REFUNDABLE', 'NON_REFUNDABLE', 'UNKNOWN'] as const;

function range(random: Random, max: number): { from?: number; to?: number } {
  const [from, to] = [random.below(max), random.below(max)].sort((a, b) => a - b) as [number, number];
  return { ...(random.once(2) ? { from } : { to }), ...(random.once(2) && { from, to }) };
}

function dates(random: Random): { from?: string; to?: string } {
  const { from, to } = range(random, 60);
  return {
    ...(from !== undefined && { from: addDays('2027-01-01', from) }),
    ...(to !== undefined && { to: addDays('2027-01-01', to) }),
  };
}

/** Includes each condition with a probability of one in ten, so that several rules match. */
function conditions(random: Random): RuleConditions {
  const makers: { [Name in keyof RuleConditions]: () => RuleConditions[Name] } = {
    partners: () => random.some(['prt_1', 'prt_2']),
    partnerGroups: () => random.some(GROUPS),
    providers: () => random.some(['own', 'test-1']),
    hotels: () => random.some(HOTELS),
    chains: () => random.some(['ACC', 'HIL']),
    places: () => random.some(PLACES),
    stars: () => range(random, 6),
    boards: () => random.some(BOARD_CODES),
    refundability: () => random.some(REFUNDABILITIES),
    ratePlans: () => random.some(['FLEX', 'NRF']),
    checkIn: () => dates(random),
    bookedAt: () => dates(random),
    weekdays: () => random.some(WEEKDAYS),
    leadDays: () => range(random, 60),
    nights: () => range(random, 8),
    nationalities: () => random.some(['ES', 'FR']),
  };
  return Object.fromEntries(
    Object.entries(makers).flatMap(([name, make]) => (random.once(10) ? [[name, make()]] : [])),
  );
}

test('compiled rules yield the same result as comparing each condition', () => {
  const random = new Random(7);
  let [found, checked] = [0, 0];
  for (let run = 0; run < 300; run++) {
    const rules: Rule[] = Array.from({ length: random.below(90) }, (_, i) => ({
      ruleId: `prc_${i}`,
      version: 1,
      name: `${i}`,
      priority: random.below(4),
      age: random.below(1_000_000),
      validFrom: random.once(8) ? addDays('2027-01-14', random.below(4)) : null,
      validTo: random.once(8) ? `2027-01-15T${12 + random.below(12)}:30:00Z` : null,
      conditions: conditions(random),
      action: randomAction(random),
    }));
    const partner = {
      partnerId: random.pick(['prt_1', 'prt_2']),
      groups: random.list(2, () => random.pick(GROUPS)),
    };
    const search = {
      checkIn: addDays('2027-01-16', random.below(40)),
      nights: 1 + random.below(7),
      nationality: random.pick(['ES', 'FR', 'DE']),
      bookedAtMs: NOW_MS,
    };
    const ofPartner = new PartnerRules(rules, partner);
    for (let i = 0; i < 10; i++, checked++) {
      const hotel = {
        hotelId: random.pick(HOTELS),
        timeZone: random.pick(['Europe/Madrid', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', null]),
        stars: random.pick([null, 0, 2.5, 5]),
        chainCode: random.pick([null, 'ACC']),
        placeIds: random.list(3, () => random.pick(PLACES)),
      };
      const [provider, board] = [random.pick(['own', 'test-1']), random.pick(BOARD_CODES)];
      const refundability = random.pick(REFUNDABILITIES);
      const ratePlan = random.pick([undefined, 'FLEX']);
      const facts: OfferFacts = {
        ...search,
        ...hotel,
        ...{ provider, board, refundability, ratePlan: ratePlan ?? null },
        partnerId: partner.partnerId,
        partnerGroups: partner.groups,
      };
      const matching = rules.filter(rule => mismatches(rule, facts).length === 0).sort(byPrecedence);
      const expected = STEPS.map(step => matching.find(rule => stepOf(rule.action) === step)?.ruleId);
      // A search caches hotels by id, so each random hotel needs a separate search.
      const compiled = ofPartner.open(search);
      const positions = compiled?.find(
        compiled.ofHotel(hotel),
        compiled.ofProduct(provider, board, refundability, ratePlan),
      );
      const actual = STEPS.map((_, step) =>
        positions ? compiled?.at(positions[step] as number)?.ruleId : undefined,
      );
      expect(actual).toEqual(expected);
      if (expected.some(id => id !== undefined)) found += 1;
    }
  }
  expect(found).toBeGreaterThan(checked / 4);
});

test('of two rules with equal priority, the older one applies', () => {
  const rule = (name: string, age: number, priority = 0): Rule => ({
    ...{ ruleId: name, version: 1, name, priority, age, validFrom: null, validTo: null, conditions: {} },
    action: { type: 'MARKUP', percent: '1' },
  });
  const search = { checkIn: '2027-02-01', nights: 1, nationality: 'ES', bookedAtMs: NOW_MS };
  const hotel = { hotelId: 'h', timeZone: null, stars: null, chainCode: null, placeIds: [] };
  const first = (...rules: Rule[]) => {
    const opened = new PartnerRules(rules, { partnerId: 'p', groups: [] }).open(search);
    const [, net] =
      opened?.find(opened.ofHotel(hotel), opened.ofProduct('own', 'BB', 'REFUNDABLE', undefined)) ?? [];
    return opened?.at(net ?? -1)?.name;
  };
  expect(first(rule('younger', 2), rule('older', 1))).toBe('older');
  expect(first(rule('older', 1), rule('higher', 2, 1))).toBe('higher');
});

test('the rules that were found for a hotel are not reused in other searches or after the hotel has changed', () => {
  const rule = (ruleId: string, conditions: Rule['conditions']): Rule => ({
    ...{ ruleId, version: 1, name: ruleId, priority: 0, age: 1, validFrom: null, validTo: null, conditions },
    action: { type: 'MARKUP', percent: '1' },
  });
  const search = { checkIn: '2027-02-01', nights: 1, nationality: 'ES', bookedAtMs: NOW_MS };
  const hotel = { hotelId: 'h', timeZone: null, stars: null, chainCode: null, placeIds: [] };
  const rules = [
    rule('good', { stars: { from: 4 } }),
    rule('long', { nights: { from: 7 }, stars: { to: 3 } }),
  ];
  const compiled = new PartnerRules(rules, { partnerId: 'p', groups: [] });
  const found = (nights: number, stars: number) => {
    const opened = compiled.open({ ...search, nights });
    const positions = opened?.find(
      opened.ofHotel({ ...hotel, stars }),
      opened.ofProduct('own', 'BB', 'REFUNDABLE', undefined),
    );
    return positions?.map(position => opened?.at(position)?.ruleId).filter(id => id !== undefined);
  };
  expect([found(2, 5), found(2, 3), found(7, 3), found(2, 5)]).toEqual([['good'], [], ['long'], ['good']]);
});
