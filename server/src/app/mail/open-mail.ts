/** The outbox for emails. Email is off unless a mail server is set. */
import type { SendMail } from '../../platform/mail/mail.ts';
import { insertMail } from '../../platform/mail/mail-outbox-store.ts';
import { createSeal, deriveKey, type Seal } from '../../platform/secrets/seal.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Settings } from '../../settings-table.ts';

export interface MailOutbox {
  url: string;
  from: string;
  seal: Seal;
  send: SendMail;
}

export function openMailOutbox(
  { SERAI_SMTP_URL: url, SERAI_MAIL_FROM: from }: Pick<Settings, 'SERAI_SMTP_URL' | 'SERAI_MAIL_FROM'>,
  masterKey: Buffer,
): MailOutbox | undefined {
  if (url === undefined) return undefined;
  if (from === undefined) {
    throw new StartError(
      'SERAI_SMTP_URL is set, but emails have no sender.',
      'Set SERAI_MAIL_FROM, for example to no-reply@example.com.',
    );
  }
  const seal = createSeal(deriveKey(masterKey, 'mails'));
  return { url, from, seal, send: (tx, mail) => insertMail(tx, seal, mail) };
}
