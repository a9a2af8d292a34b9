/** `settings`, optional on the six booking operations. */
import { z } from 'zod';
import { count, flag, listCode } from './values.ts';

interface TimeoutRange {
  min: number;
  default: number;
  max: number;
}

/** Milliseconds of provider work per operation. */
export const TIMEOUTS = {
  availability: { min: 500, default: 8_000, max: 25_000 },
  prebooking: { min: 2_000, default: 30_000, max: 60_000 },
  booking: { min: 5_000, default: 60_000, max: 120_000 },
  cancel: { min: 5_000, default: 60_000, max: 120_000 },
  bookingdetail: { min: 500, default: 10_000, max: 30_000 },
  bookinglist: { min: 500, default: 10_000, max: 30_000 },
} as const satisfies Record<string, TimeoutRange>;

/** The gateway waits this much longer than the longest timeout, so that the backend answers first. */
export const GATEWAY_MARGIN_MS = 10_000;

export const settings = (timeout: TimeoutRange) =>
  z
    .strictObject({
      timeout: count(timeout.min, timeout.max)
        .optional()
        .describe(`Milliseconds of provider work, ${timeout.default} when absent.`),
      testMode: flag()
        .optional()
        .describe(
          'Only test providers are called. Always true with a sandbox key, where `false` is refused.',
        ),
      auditTransactions: flag()
        .optional()
        .describe('Returns the provider exchanges, redacted. Test mode only; else ignored with a warning.'),
      scenario: listCode().optional().describe('Forces one sandbox scenario. Test mode only.'),
    })
    .optional();
