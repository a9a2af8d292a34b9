/** What happens to a failing endpoint if nobody repairs it, and who knows about it. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatDateTime, formatNumber } from '../../lib/format/format.ts';

export type FailureEmails = NonNullable<Output<'webhooks/show'>['failureEmails']>;

/** Part of a sentence. */
export function describeDisabling(disablesAt: string): string {
  return `Serai disables it on ${formatDateTime(disablesAt)} unless a delivery succeeds`;
}

/** Who has been and will be emailed, in one or two sentences. Empty if nothing is known. */
export function describeEmails({ isOn, sentAt, sentTo, nextAt, nextTo }: FailureEmails): string {
  if (!isOn) return 'No email alert is sent, because no mail server is set up.';
  const sent = sentAt !== null && sentTo && `Serai emailed ${names(sentTo)} on ${formatDateTime(sentAt)}.`;
  const isUnknown = sentTo === null;
  if (nextAt === null) return sent || (isUnknown ? '' : 'No email was sent.');
  if (sent) return `${sent} The next email is due on ${formatDateTime(nextAt)}.`;
  if (nextTo.length === 0) {
    return isUnknown ? '' : 'No email alert is sent, because no user has a role that gets these emails.';
  }
  const next = `If deliveries still fail on ${formatDateTime(nextAt)}, Serai emails ${names(nextTo)}.`;
  return isUnknown ? next : `Nobody has been emailed yet. ${next}`;
}

/** What partner users see instead of some addresses. */
const SHOWN: Readonly<Record<string, string>> = { operator: 'the operator', 'former-user': 'a former user' };
/** More would make the sentence hard to read. */
const MAX_NAMES = 3;
const LIST = new Intl.ListFormat('en-GB');

function names(addresses: readonly string[]): string {
  const shown = addresses.map(address => SHOWN[address] ?? address);
  if (shown.length <= MAX_NAMES) return LIST.format(shown);
  return LIST.format([
    ...shown.slice(0, MAX_NAMES - 1),
    `${formatNumber(shown.length - MAX_NAMES + 1)} others`,
  ]);
}
