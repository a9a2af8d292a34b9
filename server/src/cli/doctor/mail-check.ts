/** If a mail server is set, checks that it accepts the connection and the password. Sends no email. */
import { systemClock } from '../../platform/clock.ts';
import { openSmtp } from '../../platform/mail/smtp.ts';
import type { Settings } from '../../settings-table.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

const NAME = 'Mail';

export async function mailCheck({
  SERAI_SMTP_URL: url,
  SERAI_MAIL_FROM: from,
}: Pick<Settings, 'SERAI_SMTP_URL' | 'SERAI_MAIL_FROM'>): Promise<CheckResult> {
  if (url === undefined) return ok(NAME, 'off; links and notices are shown in the dashboard');
  if (from === undefined) {
    return problem(
      NAME,
      'emails have no sender.',
      'Set SERAI_MAIL_FROM, for example to no-reply@example.com.',
    );
  }
  const smtp = openSmtp({ url, from, clock: systemClock });
  const { host } = new URL(url);
  try {
    await smtp.check();
    return ok(NAME, `connected to ${host}`);
  } catch (error) {
    const { message } = error as Error;
    return problem(
      NAME,
      `${host} cannot be used: ${message}`,
      'Check the host, port, user and password in SERAI_SMTP_URL.',
    );
  }
}
