import { z } from 'zod';
import { count, flag, instant } from '../../shared/values.ts';

/** What a person keeps for themselves, whatever organisation they act in. */
export const account = z.strictObject({
  name: z.string(),
  email: z.string(),
  createdAt: instant(),
  passwordChangedAt: instant().nullable().describe('Null while it is the first one.'),
  secondFactor: flag(),
  backupCodesLeft: count(0, 100).describe('Backup codes that were not used yet.'),
});

export const ACCOUNT_EXAMPLE = {
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  createdAt: '2026-07-01T09:00:00Z',
  passwordChangedAt: null,
  secondFactor: true,
  backupCodesLeft: 10,
} satisfies z.input<typeof account>;
