/** Fields that several operator operations share. Ids are opaque: a malformed id is treated as unknown. */
import { z } from 'zod';
import { partnerId } from '../shared/ids.ts';
import { rule } from '../shared/rule.ts';
import { instantInput } from '../shared/values.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './account-limits.ts';
import { MAX_EMAIL_LENGTH } from './company-limits.ts';

export const secretId = () => z.string().describe('ID of one secret of an API key.');
export const rowId = () => z.string().describe('ID of an entry in the request log.');
export const auditId = () => z.string().describe('ID of an audit entry.');
export const memberId = () => z.string().describe('Member ID (`mbr_…`).');
export const sessionId = () =>
  z.string().describe('Session ID (`ses_…`). It differs from the value of the session cookie.');
export const endpointId = () => z.string().describe('Webhook endpoint ID (`whk_…`).');
export const deliveryId = () => z.string().describe('Webhook delivery ID (`dlv_…`).');
export const providerId = () => z.string().describe('Provider connection ID (`prv_…`).');
export const jobId = () => z.string().describe('Job ID (`job_…`).');

export const actor = () =>
  z
    .string()
    .describe(
      "Who made the change, for example a person's email address, `operator-token`, `schedule` for statements that are closed and sent automatically, or `service` for other automatic changes. Partner users see `operator` for all changes that the operator's staff made.",
    );

/** For operations whose `partner` is `optional`. */
export const anyPartner = () => ({
  partnerId: partnerId()
    .optional()
    .describe('Default: all partners. Partner users always see only their own partner.'),
});

/** For operations whose `partner` is `one`. */
export const onePartner = () => ({
  partnerId: partnerId()
    .optional()
    .describe('May be omitted while there is only one partner, and by partner users.'),
});

/** For operations whose `partner` is `people`. */
export const peopleOf = () => ({
  partnerId: partnerId()
    .optional()
    .describe(
      'The partner to which the people belong. Default: the operator, for its staff. Partner users can manage only their own partner.',
    ),
});

export const emailAddress = () => z.email().max(MAX_EMAIL_LENGTH);

export const timeRange = () => ({
  from: instantInput().optional().describe('Start of the time range (inclusive).'),
  to: instantInput().optional().describe('End of the time range (exclusive).'),
});

/** If both ends of a time range are given, the end must not be before the start. */
export const orderedTimes = <From extends string, To extends string>(from: From, to: To) =>
  rule<{ [name in From | To]?: string | undefined }>([from, to], function* (range) {
    const [start, end] = [range[from], range[to]];
    if (start === undefined || end === undefined || Date.parse(start) <= Date.parse(end)) return;
    yield { path: [to], code: 'RANGE_REVERSED', message: `\`${to}\` must not be before \`${from}\`.` };
  });

const DAY_MS = 86_400_000;

const HOUR_MS = 3_600_000;

/**
 * If both ends of a time range are given, it must not be empty or longer than `days`. One of these days may have 25 hours,
 * because summer time ends.
 */
export const periodUpTo = (days: number) =>
  rule<{ from?: string | undefined; to?: string | undefined }>(['from', 'to'], function* ({ from, to }) {
    if (from === undefined || to === undefined) return;
    const lengthMs = Date.parse(to) - Date.parse(from);
    if (lengthMs > 0 && lengthMs <= days * DAY_MS + HOUR_MS) return;
    const message = `Use a time after \`from\`, at most ${days} days later.`;
    yield { path: ['to'], code: 'PERIOD_OUT_OF_RANGE', message };
  });

/**
 * An existing password. Only its length is checked, so that stricter rules for new passwords never lock anyone
 * out.
 */
export const password = () => z.string().min(1).max(MAX_PASSWORD_LENGTH);

export const newPassword = () =>
  z
    .string()
    .min(MIN_PASSWORD_LENGTH)
    .max(MAX_PASSWORD_LENGTH)
    .describe(
      `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. The email address and the most common passwords are rejected.`,
    );

export const secondFactorCode = () =>
  z
    .string()
    .min(1)
    .max(32)
    .describe(
      'The six-digit code from the authenticator app, or a backup code. Each backup code works once.',
    );
