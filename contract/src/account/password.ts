/** Secrets that people type. None of them may be logged, nor stand in the audit. */
import { z } from 'zod';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** A password to be compared. Its shape says nothing, so that no rule of today locks an old one out. */
export const password = () => z.string().min(1).max(MAX_PASSWORD_LENGTH);

/** A password to be kept. The server also refuses the email address itself and the most common ones. */
export const newPassword = () =>
  z
    .string()
    .min(MIN_PASSWORD_LENGTH)
    .max(MAX_PASSWORD_LENGTH)
    .describe('12 to 128 characters; not the email address, and none of the most common passwords.');

/** What an authenticator shows, or one of the backup codes. */
export const secondFactorCode = () =>
  z.string().min(1).max(32).describe('Six digits of the authenticator, or a backup code, which works once.');
