/**
 * Measures the CPU time that up to 1,000 pricing rules add per offer: compiling them for a partner, selecting those
 * that can apply to a search, and pricing its offers.
 */
import { BOARD_CODES } from '@serai/contract/shared/lodging.ts';
import { PartnerRules } from '../../server/src/pricing/matching/compile-rules.ts';
import { SearchPrices } from '../../server/src/pricing/price-search.ts';
import type { Rule } from '../../server/src/pricing/rule.ts';
import { goFirst } from '../measure/go-first.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median, withSpread } from '../measure/statistics.ts';
import { manyRules } from './many-rules.ts';

const ROUNDS = 9;
const SEARCHES = 20;
const HOTELS = 200;
const OFFERS_PER_HOTEL = 30;
const RULES = [0, 10, 100, 1_000];
const TARGET_US = 1;
const PROVIDERS = ['test-1', 'test-2', 'test-3'];
const REFUNDABILITIES = ['REFUNDABLE', 'PARTIALLY_REFUNDABLE', 'NON_REFUNDABLE'] as const;

const hotelIds = Array.from({ length: HOTELS }, (_, i) => `htl_bench${i}`);
const placeIds = ['plc_BCN', 'plc_CT', 'plc_ES', 'plc_FR'];
const hotels = hotelIds.map((hotelId, i) => ({
  hotelId,
  timeZone: 'Europe/Madrid',
  stars: 1 + (i % 5),
  chainCode: i % 3 === 0 ? `C${i}` : null,
  placeIds: placeIds.slice(0, 3),
}));
const offers = Array.from({ length: OFFERS_PER_HOTEL }, (_, i) => ({
  provider: PROVIDERS[i % PROVIDERS.length] as string,
  board: BOARD_CODES[i % BOARD_CODES.length] as 'BB',
  refundability: REFUNDABILITIES[i % REFUNDABILITIES.length] as 'REFUNDABLE',
  roomCosts: [12_345 + i * 97],
}));

function rulesOf(count: number): Rule[] {
  return manyRules(count, { partnerId: 'prt_bench', hotelIds, placeIds }).map((rule, i) => ({
    ...rule,
    ruleId: `prc_${i}`,
    version: 1,
    age: i,
  }));
}

let checksum = 0;

function searchOnce(compiled: PartnerRules, day: number): void {
  const search = {
    organisationId: 'prt_bench',
    checkIn: `2027-03-${String(1 + (day % 28)).padStart(2, '0')}`,
    nights: 3,
    nationality: 'ES',
    currency: 'EUR',
    nowMs: Date.UTC(2027, 0, 15),
    rateFrom: () => undefined,
  };
  const prices = SearchPrices.open(compiled, search);
  for (const hotel of hotels) {
    const at = PROVIDERS.map(provider => prices?.at(hotel, provider));
    for (const [i, offer] of offers.entries()) {
      const rules = at[i % PROVIDERS.length]?.find(offer);
      checksum += rules && rules !== 'HIDDEN' ? rules.netOf(offer.roomCosts) : (offer.roomCosts[0] as number);
    }
  }
}

/**
 * Returns microseconds of CPU per offer. Rules are compiled once per round, as the service does for each partner
 * after a change.
 */
function measure(rules: readonly Rule[]): number {
  const before = process.cpuUsage();
  const compiled = new PartnerRules(rules, { partnerId: 'prt_bench', groups: ['gold'] });
  for (let i = 0; i < SEARCHES; i++) searchOnce(compiled, i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (SEARCHES * HOTELS * OFFERS_PER_HOTEL);
}

goFirst();
const sets = RULES.map(count => rulesOf(count));
for (const rules of sets) for (let i = 0; i < 3; i++) measure(rules);
const figures = sets.map(() => [] as number[]);
for (let round = 0; round < ROUNDS; round++) {
  for (const [i, rules] of sets.entries()) figures[i]?.push(measure(rules));
}
printTitle('Pricing rules');
printText(
  `${SEARCHES} searches of ${HOTELS} hotels with ${OFFERS_PER_HOTEL} offers each, priced for one partner. The time includes compiling the rules once, ` +
    `opening each search, and finding and applying the rules of each offer. Medians of ${ROUNDS} rounds (minimum–maximum). Checksum ${checksum % 1_000}.`,
);
printTable(
  ['rules', 'µs CPU per offer', 'more than without rules'],
  RULES.map((count, i) => [
    String(count),
    withSpread(figures[i] as number[], 3),
    withSpread(
      (figures[i] as number[]).map((us, round) => us - ((figures[0] as number[])[round] as number)),
      3,
    ),
  ]),
);
const extra = median(
  (figures.at(-1) as number[]).map((us, round) => us - ((figures[0] as number[])[round] as number)),
);
printAims([
  {
    what: 'CPU per offer with 1,000 rules',
    target: `at most ${TARGET_US} µs`,
    figure: `${extra.toFixed(3)} µs`,
    reached: extra <= TARGET_US,
  },
]);
