/** Pure. What a quote hands over for booking: how to find the rate again, and the terms as promised. */
import { z } from 'zod';
import type { SuppliedOffer, SuppliedPolicy } from '../../port/supplied-offer.ts';

type KnownPolicy = Extract<SuppliedPolicy, { kind: 'KNOWN' }>;

export interface QuoteTokens {
  rateKey: string;
  /** By position. */
  roomCodes: readonly string[];
  policy: KnownPolicy;
}

const start = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ALWAYS') }),
  z.object({ kind: z.literal('INSTANT'), atMs: z.number() }),
  z.object({ kind: z.literal('LOCAL'), at: z.string() }),
]);
const shape = z.object({
  rateKey: z.string(),
  roomCodes: z.array(z.string()),
  policy: z.object({
    kind: z.literal('KNOWN'),
    penalties: z.array(z.object({ from: start, penaltyMinor: z.number() })),
    noShowMinor: z.number().nullable(),
  }),
});

export function writeQuoteTokens({ rateKey, rooms, policy }: SuppliedOffer): string {
  return JSON.stringify({ rateKey, roomCodes: rooms.map(({ roomCode }) => roomCode), policy });
}

/** Undefined for what is none of ours. */
export function parseQuoteTokens(text: string): QuoteTokens | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
