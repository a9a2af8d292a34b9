/** A session as platforms see it. Pure. */

import { UCP_CANCELLATION } from '@serai/contract/agents/ucp/ucp-route.ts';
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { fromMoney } from '../../platform/money/minor-units.ts';
import { cleanName, cleanText } from '../third-party-text.ts';
import { cancellationText } from './cancellation-text.ts';
import type { Message } from './message.ts';
import { type Platform, ucpMetadata } from './negotiate.ts';
import type { Occupancy, Session } from './session.ts';
import { divideTotals, totalsOf, unpricedTexts } from './totals.ts';

export type SessionStatus =
  | 'incomplete'
  | 'requires_escalation'
  | 'ready_for_complete'
  | 'complete_in_progress'
  | 'completed'
  | 'canceled';

/** What the session is now. */
export interface Stage {
  session: Session;
  status: SessionStatus;
  /** The booking, as soon as there is one that was not rejected. */
  booking?: BookingRecord | undefined;
  messages: readonly Message[];
}

/** The pages of the operator that a platform links to. */
export interface UcpPages {
  termsUrl: string;
  privacyUrl: string;
  continueUrl: string;
}

const NAME = { nameChars: 120 };
const MAX_NOTICES = 10;

export function sessionView(
  { session, status, booking, messages }: Stage,
  platform: Platform,
  pages: UcpPages,
): object {
  const { quoted, people } = session;
  const priced = booking ?? quoted.offer;
  const totals = totalsOf(priced.price);
  const weights = people.stays.map(({ roomRef }) => fromMoney(roomOf(priced, roomRef).price.net));
  const parts = divideTotals(totals, weights);
  const isOpen =
    status === 'incomplete' || status === 'ready_for_complete' || status === 'requires_escalation';
  const shown = [...messages, ...(isOpen ? quoteMessages(session, platform) : [])];
  return {
    ucp: ucpMetadata('success', platform),
    id: session.sessionId,
    status,
    property: { id: quoted.hotel.hotelId, name: cleanName(quoted.hotel.name, NAME) },
    stays: people.stays.map((stay, i) => ({
      id: `${quoted.offerId}~${stay.roomRef}`,
      ...stayView(session, priced, stay.roomRef),
      ...(stay.assignments && { guest_assignments: stay.assignments }),
      totals: parts[i],
    })),
    ...(people.booker && { booker: people.booker }),
    ...(people.guests && { guests: people.guests }),
    currency: priced.price.currency,
    totals,
    ...(shown.length > 0 && { messages: shown }),
    links: [
      { type: 'terms_of_service', url: pages.termsUrl },
      { type: 'privacy_policy', url: pages.privacyUrl },
    ],
    ...(platform.hasPolicies && { policies: [policyOf(priced)] }),
    expires_at: session.expiresAt.toISOString(),
    ...(isOpen && status !== 'ready_for_complete' && { continue_url: continueUrl(pages, session) }),
    ...(status === 'completed' && booking && { confirmation: confirmationOf(booking) }),
  };
}

type Priced = Session['quoted']['offer'] | BookingRecord;

function roomOf({ rooms }: Priced, roomRef: number) {
  const room = rooms.find(each => each.roomRef === roomRef);
  if (room === undefined) throw new Error(`the offer has no room ${roomRef}`);
  return room;
}

function stayView({ quoted }: Session, priced: Priced, roomRef: number): object {
  const { roomCode, name } = roomOf(priced, roomRef);
  const { adults, childAges } = quoted.occupancies[roomRef - 1] as Occupancy;
  const { board, cancellation, fingerprint } = { ...quoted.offer, board: priced.board };
  return {
    stay_dates: { start_date: quoted.checkIn, end_date: quoted.checkOut },
    accommodation_type: { id: roomCode ?? `room-${roomRef}`, title: cleanName(name, NAME) },
    rate_plan: {
      id: fingerprint,
      title: `${cleanName(board.name, NAME)}, ${cancellation.refundability.toLowerCase().replace(/_/g, '-')}`,
    },
    occupancy: {
      adults,
      children: childAges.length,
      ...(childAges.length > 0 && { child_ages: childAges }),
      total: adults + childAges.length,
    },
  };
}

function policyOf({ cancellation, price }: Priced): object {
  return {
    type: UCP_CANCELLATION,
    refundability: cancellation.refundability.toLowerCase(),
    description: { plain: cancellationText(cancellation, price.net) },
  };
}

/** What the platform shows to its customer before it completes the session. */
function quoteMessages({ quoted }: Session, { hasPolicies }: Platform): Message[] {
  const { offer, notices, totalsChanged } = quoted;
  return [
    ...(totalsChanged
      ? [
          {
            type: 'warning',
            code: 'totals_changed',
            content: 'The total has changed. Show the new total before you complete the session.',
            path: '$.totals',
            presentation: 'disclosure',
          } as const,
        ]
      : []),
    {
      type: 'warning',
      code: UCP_CANCELLATION,
      content: cancellationText(offer.cancellation, offer.price.net),
      ...(hasPolicies && { path: '$.policies[0]' }),
      presentation: 'disclosure',
    },
    ...unpricedTexts(offer.price).map(
      (content): Message => ({
        type: 'warning',
        code: 'unpriced_charge',
        content,
        path: '$.totals',
        presentation: 'disclosure',
      }),
    ),
    ...notices.slice(0, MAX_NOTICES).map(
      (notice): Message => ({
        type: 'warning',
        code: 'traveller_notice',
        content: cleanText('supplier', notice, { textChars: 500 }).text,
      }),
    ),
  ];
}

function continueUrl({ continueUrl: page }: UcpPages, { sessionId }: Session): string {
  const url = new URL(page);
  url.searchParams.set('session', sessionId);
  return url.href;
}

function confirmationOf({ bookingId, hotelConfirmationNumber: label }: BookingRecord): object {
  return { id: bookingId, ...(label !== null && { label }) };
}

/** The response if there is no session. */
export function errorView(messages: readonly Message[]): object {
  return { ucp: ucpMetadata('error', undefined), messages };
}
