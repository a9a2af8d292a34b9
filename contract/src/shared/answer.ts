/** What every success body carries besides its own members. */
import { z } from 'zod';
import { requestId } from './ids.ts';
import { choice, count, flag, instant } from './values.ts';

export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export const environment = () => choice(ENVIRONMENTS);
export type Environment = z.infer<ReturnType<typeof environment>>;

export const answerMeta = z.strictObject({
  requestId: requestId(),
  environment: environment(),
  testMode: flag().describe('True when only test providers were called.'),
  processedAt: instant(),
  durationMs: count(0, Number.MAX_SAFE_INTEGER),
});

export const warning = z.looseObject({
  code: z.string(),
  message: z.string(),
});
