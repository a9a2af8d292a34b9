/** Fields that several operator operations share. Ids are opaque: a malformed id is treated as an unknown one. */
import { z } from 'zod';
import { instant } from '../shared/values.ts';

export const secretId = () => z.string().describe('Id of one secret of a key.');
export const rowId = () => z.string().describe('Id of a row of the request log.');
export const auditId = () => z.string().describe('Audit entry id.');
export const memberId = () => z.string().describe('Member id, `mbr_…`.');
export const sessionId = () => z.string().describe('Session id, `ses_…`. Not what its cookie holds.');
export const endpointId = () => z.string().describe('Webhook endpoint id, `whk_…`.');
export const deliveryId = () => z.string().describe('Webhook delivery id, `dlv_…`.');
export const providerId = () => z.string().describe('Provider connection id, `prv_…`.');
export const jobId = () => z.string().describe('Job id, `job_…`.');

/** Who did something, as the audit names them: a person, the operator token, or the service itself. */
export const actor = () =>
  z.string().describe('Who did it: a person, `operator-token`, or `service` for the service itself.');

/** The two members that narrow a list to a span of time, half-open. */
export const timeRange = () => ({
  from: instant().optional().describe('Not before this instant.'),
  to: instant().optional().describe('Before this instant.'),
});

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

/** What a person types to mean it. */
export const RESET_WORDS = 'reset sandbox';
