import { z } from 'zod';
import { count, flag, listCode } from './values.ts';

interface TimeoutRange {
  min: number;
  default: number;
  max: number;
}

/** Time budget for provider calls per operation, in milliseconds. */
export const TIMEOUTS = {
  availability: { min: 500, default: 8_000, max: 25_000 },
  prebooking: { min: 2_000, default: 30_000, max: 60_000 },
  booking: { min: 5_000, default: 60_000, max: 120_000 },
  cancel: { min: 5_000, default: 60_000, max: 120_000 },
  bookingdetail: { min: 500, default: 10_000, max: 30_000 },
  bookinglist: { min: 500, default: 10_000, max: 30_000 },
} as const satisfies Record<string, TimeoutRange>;

/** The gateway waits this much longer than the longest timeout, so that the backend responds first. */
export const GATEWAY_MARGIN_MS = 10_000;

export const settings = (timeout: TimeoutRange) =>
  z
    .strictObject({
      timeout: count(timeout.min, timeout.max)
        .optional()
        .describe(`How long the response waits for providers, in milliseconds. Default: ${timeout.default}.`),
      testMode: flag()
        .optional()
        .describe(
          'If true, only providers of the sandbox are called. Always true with a sandbox key; `false` is then rejected.',
        ),
      auditTransactions: flag()
        .optional()
        .describe(
          'If true, returns the redacted exchanges with providers. Test mode only; otherwise ignored with a warning.',
        ),
      scenario: listCode().optional().describe('Triggers a sandbox scenario. Test mode only.'),
    })
    .optional()
    .describe('Provider timeout and test settings.');
