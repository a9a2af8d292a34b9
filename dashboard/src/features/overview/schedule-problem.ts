/** Emails that were sent automatically and failed. Pure. */
import { failureAdvice, isReply } from '../../components/billing/failed-mail-texts.ts';
import type { FailedMails, ScheduledMail } from '../../components/billing/failed-mails.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import type { Problem } from './problem.ts';

export function scheduleProblems({ statements, reminders }: FailedMails): Problem[] {
  return [
    ...mailProblem('STATEMENT', statements, ({ month }) => ` for ${monthName(month)}`),
    ...mailProblem('REMINDER', reminders),
  ];
}

type Kind = 'STATEMENT' | 'REMINDER';
const NOUNS = { STATEMENT: 'statement', REMINDER: 'reminder' } as const;

/** One problem for all emails of a kind. */
function mailProblem(
  kind: Kind,
  failed: readonly ScheduledMail[],
  ofFirst: (mail: ScheduledMail) => string = () => '',
): Problem[] {
  const [first, ...others] = failed;
  if (first === undefined) return [];
  const noun = NOUNS[kind];
  const isOne = others.length === 0;
  const what = isOne ? `1 ${noun}` : `${formatNumber(failed.length)} ${noun}s`;
  const more = others.length === 1 ? '1 more partner' : `${formatNumber(others.length)} more partners`;
  return [
    {
      key: `schedule ${noun}`,
      tone: 'warn',
      title: `${what}${ofFirst(first)} could not be sent`,
      cause: isOne
        ? `The email to ${first.partnerName} failed.${reasonText(first)}`
        : `The emails to ${first.partnerName} and ${more} failed.`,
      since: failed.flatMap(({ failure }) => failure?.at ?? []).toSorted()[0],
      advice: adviceFor(kind, failed),
      link: { to: '/billing', search: { tab: 'emails' }, label: 'Open automatic emails' },
    },
  ];
}

function reasonText({ failure, problem }: ScheduledMail): string {
  if (failure === null || failure.to === null) return problem ? ` ${problem}` : '';
  const { response } = failure;
  if (response === null) return '';
  return isReply(response)
    ? ` The mail server responded “${response}”.`
    : ` The mail server could not be used: “${response}”.`;
}

/** Emails that failed for different causes need different steps, which the link shows. */
function adviceFor(kind: Kind, failed: readonly ScheduledMail[]): string {
  const advice = new Set(failed.map(({ failure }) => failure && failureAdvice(failure, kind, failed.length)));
  const [only] = advice;
  return advice.size === 1 && only ? only : `Resolve each reason, then send the ${NOUNS[kind]}s again.`;
}
