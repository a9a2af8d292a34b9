/** Fields that every success body contains in addition to its own. */
import { z } from 'zod';
import { requestId } from './ids.ts';
import { choice, count, flag, instant } from './values.ts';

export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export const environment = () => choice(ENVIRONMENTS).describe('`sandbox` or `production`.');
export type Environment = z.infer<ReturnType<typeof environment>>;

export const answerMeta = z.strictObject({
  requestId: requestId(),
  environment: environment(),
  testMode: flag().describe('True if only test providers were called.'),
  processedAt: instant(),
  durationMs: count(0, Number.MAX_SAFE_INTEGER),
});

export const warning = z.looseObject({
  code: z.string(),
  message: z.string(),
});
