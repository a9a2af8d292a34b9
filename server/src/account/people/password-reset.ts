/** Emails to people who forgot their password or are invited, and the one-time links in them. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { OPERATOR_ACTOR } from '../../platform/operations/operator/shown-actor.ts';
import { hashToken } from '../access/hash-token.ts';
import { newToken } from '../sign-in.ts';
import { findPersonId, insertReset } from './password-reset-store.ts';

const RESET_KIND = 'password-reset';
const RESET_VALID_MS = 3_600_000;
/** An address gets at most one reset email in each period of this length. */
const ONE_MAIL_PER_MS = 15 * 60_000;

/**
 * This email is queued whether or not the address has an account. `prepareResetMail` looks up the account before
 * sending, and drops the email if the address has no account.
 */
export function forgottenMail(email: string, dashboardUrl: string, nowMs: number): Mail {
  return {
    key: `${RESET_KIND}/${email}/${Math.floor(nowMs / ONE_MAIL_PER_MS)}`,
    kind: RESET_KIND,
    to: email,
    subject: 'Choose a new password',
    paragraphs: [
      'Someone requested a new password for your account. You can use the link below once. It expires after an hour.',
      'If this was not you, ignore this email. Your password has not been changed.',
    ],
    link: { text: 'Choose a new password', url: `${dashboardUrl}/reset-password#` },
  };
}

/**
 * Adds the token to a reset email, or returns undefined if the address has no account. Returns other emails unchanged.
 */
export async function prepareResetMail(tx: Database, clock: Clock, mail: Mail): Promise<Mail | undefined> {
  if (mail.kind !== RESET_KIND || mail.link === undefined) return mail;
  const personId = await findPersonId(tx, mail.to);
  if (personId === undefined) return undefined;
  const token = newToken();
  const nowMs = clock.nowMs();
  await insertReset(tx, {
    personId,
    tokenHash: hashToken(token),
    nowMs,
    expiresAtMs: nowMs + RESET_VALID_MS,
  });
  return { ...mail, link: { ...mail.link, url: `${mail.link.url}${token}` } };
}

export interface Invitation {
  memberId: string;
  email: string;
  name: string | null;
  company: string;
  by: string;
  signInLink: string;
  expiresAt: string;
}

/** For example `1 Jan 2027, 09:30 UTC`. The time zone of the recipient is not known. */
const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** The key contains the link, because a repeated invitation has a new link and must be sent again. */
export function invitationMail({
  memberId,
  email,
  name,
  company,
  by,
  signInLink,
  expiresAt,
}: Invitation): Mail {
  return {
    key: `invitation/${memberId}/${hashToken(signInLink).toString('hex', 0, 8)}`,
    kind: 'invitation',
    to: email,
    subject: `Join ${company} on the dashboard`,
    paragraphs: [
      name === null ? 'Hello,' : `Hello ${name},`,
      `${by === 'operator-token' || by === OPERATOR_ACTOR ? 'The operator' : by} has invited you to join ${company} on the dashboard. You can use this link once. It expires on ${TIME.format(new Date(expiresAt))}.`,
    ],
    link: { text: 'Accept the invitation', url: signInLink },
  };
}
