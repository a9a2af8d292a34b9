/** Confirms the price and terms of a rate, or what a scenario makes of them. Nothing is held. */
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { QuoteRequest, Requirements, SuppliedQuote } from '../../port/supplier.ts';
import { actingScenario, saleScenario } from './acting-scenario.ts';
import { waitWithin } from './before-deadline.ts';
import { writeRateTokens } from './rate-tokens.ts';
import { type Place, type Said, say, silence } from './said.ts';
import { findOffer } from './sale/find-offer.ts';
import type { TestProviderCode } from './sale/provider-range.ts';

const SHORT_LIFE_MS = 2_000;

const EASY: Requirements = {
  guestNames: 'LEAD_PER_ROOM',
  childAges: false,
  holderEmail: false,
  holderPhone: false,
  maxRemarkLength: 500,
};
/** One of the three wants to know more. */
const REQUIREMENTS: Readonly<Record<TestProviderCode, Requirements>> = {
  'test-1': EASY,
  'test-2': EASY,
  'test-3': { ...EASY, guestNames: 'ALL', childAges: true, holderEmail: true, maxRemarkLength: 250 },
};

const NOTICES = [{ code: 'TEST_RATE', text: 'A test rate: no room is reserved.', language: 'en' }];

export async function quoteRate(
  { code, clock }: Place,
  call: Call,
  request: QuoteRequest,
): Promise<Said<Read<SuppliedQuote>>> {
  const { hotel, rateKey, offerScenario } = request;
  const quoteScenario = actingScenario('prebooking', call.scenario, hotel.hotelId);
  if (quoteScenario === 'prebook.timeout') {
    await waitWithin(clock, call);
    return silence({ kind: 'FAILED', cause: 'TIMEOUT' });
  }
  const sale = saleScenario(offerScenario, hotel.hotelId);
  const offer = findOffer(code, hotel, request, { rateKey, sale, quoteScenario });
  if (offer === undefined || quoteScenario === 'prebook.soldout') return say({ kind: 'GONE' });
  return say({
    kind: 'OK',
    value: {
      offer,
      tokens: writeRateTokens({ rateKey, offerScenario, quoteScenario }),
      lifetimeMs: quoteScenario === 'prebook.short_ttl' ? SHORT_LIFE_MS : null,
      inventoryHeld: false,
      requirements: REQUIREMENTS[code],
      notices: NOTICES,
    },
  });
}
