/** Pure. What a quote hands over for booking: how to find the rate again, and the scenarios that shaped it. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { z } from 'zod';

export interface RateTokens {
  rateKey: string;
  offerScenario: ScenarioName | undefined;
  quoteScenario: ScenarioName | undefined;
}

const shape = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]);

export function writeRateTokens({ rateKey, offerScenario, quoteScenario }: RateTokens): string {
  return JSON.stringify([rateKey, offerScenario ?? null, quoteScenario ?? null]);
}

/** Undefined for what is none of ours. */
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
  // Names that are no scenarios act out nothing.
  return {
    rateKey,
    offerScenario: (offerScenario ?? undefined) as ScenarioName | undefined,
    quoteScenario: (quoteScenario ?? undefined) as ScenarioName | undefined,
  };
}
