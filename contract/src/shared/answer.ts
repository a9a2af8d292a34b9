/** Fields that success bodies have in addition to the operation's own fields. */
import { z } from 'zod';
import { requestId } from './ids.ts';
import { anyCount, choice, flag, instant } from './values.ts';

export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export const environment = () => choice(ENVIRONMENTS).describe('`sandbox` or `production`.');
export type Environment = z.infer<ReturnType<typeof environment>>;

export const answerMeta = z.strictObject({
  requestId: requestId(),
  environment: environment(),
  testMode: flag().describe('True if only providers of the sandbox were called.'),
  processedAt: instant(),
  durationMs: anyCount(),
});

export const warning = z.looseObject({
  code: z.string(),
  message: z.string(),
});
