/** Why an automatic email failed, and what to do about it. Pure. */
import type { ScheduledMail } from './failed-mails.ts';

type Failure = NonNullable<ScheduledMail['failure']>;

/**
 * ADDRESS: the mail server does not know the address, or nothing else is known. REFUSED: it refused the email for another
 * reason, such as its sender. SERVER: it could not be used. PREPARATION: there was nothing to send yet.
 */
export type FailureCause = 'ADDRESS' | 'REFUSED' | 'SERVER' | 'PREPARATION';

/** Replies about the recipient, if they have no detailed status code (RFC 5321). */
const ADDRESS_REPLIES = ['550', '551', '553'];
/** Detailed status codes about the address or the mailbox of the recipient, and about the sender (RFC 3463). */
const ADDRESS_STATUS = /^[45]\.(1\.[1-6]|2\.)/;
const SENDER_STATUS = /^[45]\.1\.[78]$/;

export function failureCause({ to, response }: Pick<Failure, 'to' | 'response'>): FailureCause {
  if (to === null) return 'PREPARATION';
  if (response === null) return 'ADDRESS';
  const { reply, status } = replyOf(response);
  if (reply === undefined) return 'SERVER';
  if (isAboutSender(response)) return 'REFUSED';
  const isAboutAddress = status === undefined ? ADDRESS_REPLIES.includes(reply) : ADDRESS_STATUS.test(status);
  if (isAboutAddress) return 'ADDRESS';
  return reply.startsWith('4') ? 'SERVER' : 'REFUSED';
}

/** Whether the mail server said it. Other texts say why it could not be used. */
export function isReply(response: string): boolean {
  return replyOf(response).reply !== undefined;
}

function replyOf(response: string): { reply: string | undefined; status: string | undefined } {
  const [, reply, status] = /^([45]\d\d)(?![\w.])(?:[ -]([45]\.\d{1,3}\.\d{1,3}))?/.exec(response) ?? [];
  return { reply, status };
}

function isAboutSender(response: string): boolean {
  const { reply, status } = replyOf(response);
  if (status !== undefined) return SENDER_STATUS.test(status);
  return reply !== undefined && /\b(sender|mail from)\b/i.test(response);
}

/**
 * What to do next about emails that failed for the same cause. An email that is being retried needs nothing unless the mail
 * server cannot be used.
 */
export function failureAdvice(failure: Failure, kind: 'STATEMENT' | 'REMINDER', count = 1): string {
  const s = count === 1 ? '' : 's';
  const again = `then send the ${kind === 'STATEMENT' ? 'statement' : 'reminder'}${s} again.`;
  if (failure.retryAt !== null) {
    return 'Serai retries for three days. If it keeps failing, check the mail server and SERAI_SMTP_URL.';
  }
  switch (failureCause(failure)) {
    case 'ADDRESS':
      return `Check the ${count === 1 ? 'partner’s' : 'partners’'} billing email${s}, ${again}`;
    case 'REFUSED':
      return failure.response !== null && isAboutSender(failure.response)
        ? `The mail server refused the sender. Check SERAI_MAIL_FROM, ${again}`
        : `The mail server refused the email${s}. Fix the problem that it reports, ${again}`;
    case 'SERVER':
      return `Serai tried for three days. Check the mail server and SERAI_SMTP_URL, ${again}`;
    case 'PREPARATION':
      return `Fix the problem${s}, ${again}`;
  }
}

/** Whether the email was not accepted yet, and will be sent again automatically. */
export function isRetried({ failure }: Pick<ScheduledMail, 'failure'>): boolean {
  return failure !== null && failure.retryAt !== null;
}
