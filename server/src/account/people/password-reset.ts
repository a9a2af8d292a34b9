/** Forgotten passwords: a mail with a one-time link, and the texts of mails to people. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { hashToken } from '../access/hash-token.ts';
import { newToken } from '../sign-in.ts';
import { findPersonId, insertReset } from './password-reset-store.ts';

const RESET_KIND = 'password-reset';
const RESET_VALID_MS = 3_600_000;
/** An address gets at most one mail in this time. */
const ONE_MAIL_PER_MS = 15 * 60_000;

/** Does not depend on whether the address has an account: that is looked up when the mail is about to be sent. */
export function forgottenMail(email: string, dashboardUrl: string, nowMs: number): Mail {
  return {
    key: `${RESET_KIND}/${email}/${Math.floor(nowMs / ONE_MAIL_PER_MS)}`,
    kind: RESET_KIND,
    to: email,
    subject: 'Choose a new password',
    paragraphs: [
      'Someone asked for a new password for your account. The link below works once, within an hour.',
      'If it was not you, ignore this mail. Your password stays as it is.',
    ],
    link: { text: 'Choose a new password', url: `${dashboardUrl}/reset-password#` },
  };
}

/** Adds the token to a reset mail. Undefined if the address has no account. Other mails stay as they are. */
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

/** The link is part of the key, because inviting a person again replaces it. */
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
    subject: `Invitation to ${company}`,
    paragraphs: [
      name === null ? 'Hello,' : `Hello ${name},`,
      `${by === 'operator-token' ? 'The operator' : by} invites you to the dashboard of ${company}. The link works once, until ${expiresAt}.`,
    ],
    link: { text: 'Accept the invitation', url: signInLink },
  };
}
