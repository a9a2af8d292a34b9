/** Confirms the price and terms of a rate, which a scenario may change. Nothing is held. */

import { HOSTILE_HOTEL_ID, HOSTILE_INSTRUCTION } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { z } from 'zod';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { QuoteRequest, Requirements, SuppliedQuote } from '../../port/supplier.ts';
import { activeScenario, saleScenario } from './active-scenario.ts';
import { noReply, type Reply, reply, type TestProvider, waitWithin } from './reply.ts';
import { findOffer } from './sale/find-offer.ts';
import type { TestProviderCode } from './sale/provider-range.ts';

const SHORT_LIFETIME_MS = 2_000;

const BASIC: Requirements = {
  guestNames: 'LEAD_PER_ROOM',
  childAges: false,
  holderEmail: false,
  holderPhone: false,
  maxRemarkLength: 500,
};
/** One of the three providers requires more guest data. */
const REQUIREMENTS: Readonly<Record<TestProviderCode, Requirements>> = {
  'test-1': BASIC,
  'test-2': BASIC,
  'test-3': { ...BASIC, guestNames: 'ALL', childAges: true, holderEmail: true, maxRemarkLength: 250 },
};

const NOTICES = [{ code: 'TEST_RATE', text: 'Test rate. No room is reserved.', language: 'en' }];
const HOSTILE_NOTICES = [...NOTICES, { code: 'HOTEL', text: HOSTILE_INSTRUCTION, language: 'en' }];

export async function quoteRate(
  { code, clock }: TestProvider,
  call: Call,
  request: QuoteRequest,
): Promise<Reply<Read<SuppliedQuote>>> {
  const { hotel, rateKey, offerScenario } = request;
  const quoteScenario = activeScenario('prebooking', call.scenario, hotel.hotelId);
  if (quoteScenario === 'prebook.timeout') {
    await waitWithin(clock, call);
    return noReply({ kind: 'FAILED', cause: 'TIMEOUT' });
  }
  const sale = saleScenario(offerScenario, hotel.hotelId);
  const offer = findOffer(code, hotel, request, { rateKey, sale, quoteScenario });
  if (offer === undefined || quoteScenario === 'prebook.soldout') return reply({ kind: 'GONE' });
  return reply({
    kind: 'OK',
    value: {
      offer,
      tokens: writeRateTokens({ rateKey, offerScenario, quoteScenario }),
      lifetimeMs: quoteScenario === 'prebook.short_ttl' ? SHORT_LIFETIME_MS : null,
      inventoryHeld: false,
      requirements: REQUIREMENTS[code],
      notices: hotel.hotelId === HOSTILE_HOTEL_ID ? HOSTILE_NOTICES : NOTICES,
    },
  });
}

/**
 * The data that a quote passes on to the booking: how to find the rate again, and the scenarios that affected it.
 */
interface RateTokens {
  rateKey: string;
  offerScenario: ScenarioName | undefined;
  quoteScenario: ScenarioName | undefined;
}

const shape = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]);

export function writeRateTokens({ rateKey, offerScenario, quoteScenario }: RateTokens): string {
  return JSON.stringify([rateKey, offerScenario ?? null, quoteScenario ?? null]);
}

/** Returns undefined if the string has another format. */
export function parseRateTokens(text: string): RateTokens | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { success, data } = shape.safeParse(value);
  if (!success) return undefined;
  const [rateKey, offerScenario, quoteScenario] = data;
  // Unknown scenario names have no effect.
  return {
    rateKey,
    offerScenario: (offerScenario ?? undefined) as ScenarioName | undefined,
    quoteScenario: (quoteScenario ?? undefined) as ScenarioName | undefined,
  };
}
