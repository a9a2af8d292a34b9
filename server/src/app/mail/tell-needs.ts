/** Reports by email what needs attention: bookings, webhook endpoints and balances. */
import { PARTNER_ROLES, type Role } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Mail, SendMail } from '../../platform/mail/mail.ts';
import type { MailOutcome } from '../../platform/mail/mail-jobs.ts';
import type { FailureRecipients } from '../../webhooks/operations/operation-parts.ts';
import {
  claimEndpointNotices,
  claimNeedyBookings,
  type EndpointNotice,
  findPartnerName,
  listPartnerAddresses,
  listStaffAddresses,
  markNoticeMailed,
  markNoticeRecipients,
} from './mail-needs-store.ts';

interface TellParts {
  send: SendMail;
  /** Without a trailing slash. */
  dashboardUrl: string;
}

/** These roles get the emails about bookings that need attention and about providers that fail. */
export const SUPPORT: readonly Role[] = ['owner', 'admin', 'support'];
const FINANCE: readonly Role[] = ['owner', 'admin', 'finance'];
const TECHNICIANS: readonly Role[] = ['owner', 'admin', 'developer'];
const PARTNER_TECHNICIANS: readonly Role[] = ['partner-admin', 'partner-developer'];
const PARTNER_ADMINS: readonly Role[] = ['partner-admin'];

/** The start of the keys of emails about endpoints. The ID of the notice and the address follow. */
const ENDPOINT_KEY = 'endpoint/';

/** Any number of processes may run this concurrently. */
export async function tellNeeds(db: Database, parts: TellParts): Promise<void> {
  await inTransaction(db, async tx => {
    const needy = await claimNeedyBookings(tx);
    if (needy.length > 0) await tellBookings(tx, parts, needy);
  });
  await inTransaction(db, async tx => {
    for (const notice of await claimEndpointNotices(tx)) await tellEndpoint(tx, parts, notice);
  });
}

/** Each recipient gets one email about all these bookings, because a provider outage may affect many of them. */
async function tellBookings(
  tx: Database,
  { send, dashboardUrl }: TellParts,
  needy: readonly { bookingId: string; at: Date }[],
): Promise<void> {
  const bookingIds = needy.map(({ bookingId }) => bookingId);
  const occasion = `${bookingIds[0]}/${needy[0]?.at.getTime()}`;
  const subject =
    bookingIds.length === 1
      ? `Booking ${bookingIds[0]} needs attention`
      : `${bookingIds.length} bookings need attention`;
  for (const to of await listStaffAddresses(tx, SUPPORT)) {
    await send(tx, {
      key: `booking-attention/${occasion}/${to}`,
      kind: 'booking-attention',
      to,
      subject,
      paragraphs: [
        bookingIds.length === 1
          ? 'Serai could not resolve this booking automatically. It needs your decision:'
          : 'Serai could not resolve these bookings automatically. They need your decision:',
        bookingIds.join('\n'),
      ],
      link: {
        text: 'Open the attention queue',
        url: `${dashboardUrl}/production/attention`,
      },
    });
  }
}

/** If the partner has neither admins nor developers, the staff receive the emails about its endpoints. */
export async function endpointRecipients(db: Database, organisationId: string): Promise<FailureRecipients> {
  const users = await listPartnerAddresses(db, organisationId, PARTNER_ROLES);
  const own = await listPartnerAddresses(db, organisationId, PARTNER_TECHNICIANS);
  if (own.length > 0) return { addresses: own, isStaff: false, users };
  return { addresses: await listStaffAddresses(db, TECHNICIANS), isStaff: true, users };
}

async function tellEndpoint(
  tx: Database,
  { send, dashboardUrl }: TellParts,
  { noticeId, organisationId, text }: EndpointNotice,
): Promise<void> {
  const { addresses, isStaff } = await endpointRecipients(tx, organisationId);
  await markNoticeRecipients(tx, noticeId, isStaff);
  for (const to of addresses) {
    await send(tx, {
      key: `${ENDPOINT_KEY}${noticeId}/${to}`,
      kind: 'endpoint-failing',
      to,
      subject: 'A webhook endpoint is not receiving events',
      paragraphs: [
        text,
        'Events are kept for 30 days. When the endpoint works again, replay its deliveries in the dashboard.',
      ],
      link: { text: 'Open the dashboard', url: dashboardUrl },
    });
  }
}

/** Records whom an email about an endpoint has reached. Other emails are ignored. */
export async function settleEndpointMail(
  tx: Database,
  { key, to }: Pick<Mail, 'key' | 'to'>,
  outcome: MailOutcome,
): Promise<void> {
  if (outcome !== 'SENT' || !key.startsWith(ENDPOINT_KEY)) return;
  await markNoticeMailed(tx, key.slice(ENDPOINT_KEY.length, -`/${to}`.length), to);
}

export interface LowBalance {
  organisationId: string;
  environment: Environment;
  available: { amount: string; currency: string };
  at: Date;
}

const BALANCE_LOW = 'balance-low';

/**
 * Addressed to the partner's id, because the caller's database scope does not include the staff. `expandBalanceMail`
 * replaces it with the recipients. Undefined in the sandbox.
 */
export function balanceLowMail(low: LowBalance, dashboardUrl: string): Mail | undefined {
  const { organisationId, environment, available, at } = low;
  if (environment !== 'production') return undefined;
  return {
    key: `${BALANCE_LOW}/${organisationId}/${at.getTime()}`,
    kind: BALANCE_LOW,
    to: organisationId,
    subject: 'Low balance',
    paragraphs: [
      `${available.amount} ${available.currency} is available. Bookings that exceed this amount are rejected.`,
      'The available amount rises when the operator records a payment or raises the credit limit.',
    ],
    link: { text: 'Open the dashboard', url: dashboardUrl },
  };
}

/** Replaces an email to a partner with emails to its admins and to the operator's owners, admins and finance staff. */
export async function expandBalanceMail(tx: Database, send: SendMail, mail: Mail): Promise<Mail | undefined> {
  if (mail.kind !== BALANCE_LOW || mail.to.includes('@')) return mail;
  const organisationId = mail.to;
  const name = await findPartnerName(tx, organisationId);
  const recipients = new Set([
    ...(await listPartnerAddresses(tx, organisationId, PARTNER_ADMINS)),
    ...(await listStaffAddresses(tx, FINANCE)),
  ]);
  for (const to of recipients) {
    const subject = `${mail.subject}: ${name ?? organisationId}`;
    await send(tx, { ...mail, key: `${mail.key}/${to}`, to, subject });
  }
  return undefined;
}
