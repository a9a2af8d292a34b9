/** A booking session as it is stored. Pure. */
import type { UcpAssignment, UcpBooker, UcpGuest } from '@serai/contract/agents/ucp/ucp-request.ts';
import type { PrebookingAnswer } from '@serai/contract/booking/prebooking.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';

export interface SessionScope {
  organisationId: string;
  environment: Environment;
  keyId: string;
}

export interface Occupancy {
  adults: number;
  childAges: readonly number[];
}

/** What a quote says beyond the response of its operation. */
export interface QuotedStay {
  hotel: { hotelId: string; name: string };
  checkIn: string;
  checkOut: string;
  /** By `roomRef`, beginning with 1. */
  occupancies: readonly Occupancy[];
}

/** The quote as the platform has last seen it. Contains no personal data. */
export interface Quoted
  extends QuotedStay,
    Pick<PrebookingAnswer, 'quoteId' | 'expiresAt' | 'termsHash' | 'offer' | 'requirements' | 'notices'> {
  offerId: string;
  /** Whether the total differs from the total that the platform saw before. */
  totalsChanged: boolean;
  /** False until a response contains the quote. A quote that no response has shown is not booked. */
  isShown?: boolean;
}

export interface SessionPeople {
  booker?: UcpBooker | undefined;
  guests?: readonly UcpGuest[] | undefined;
  /** The rooms in the order of the platform. */
  stays: readonly { roomRef: number; assignments?: readonly UcpAssignment[] | undefined }[];
}

export interface Session {
  sessionId: string;
  /** Grows with each change. */
  version: number;
  attempt: number;
  state: 'QUOTED' | 'COMPLETING' | 'CANCELED';
  endedBecause: 'BY_PLATFORM' | 'SOLD_OUT' | null;
  expiresAt: Date;
  isExpired: boolean;
  /** True if no booking can appear any more, because the quote expired longer ago than a booking takes. */
  isOver: boolean;
  /** True if the last change is longer ago than a booking takes, so that no request is completing the session any more. */
  isIdle: boolean;
  quoted: Quoted;
  people: SessionPeople;
}

/** The first attempt books under the session id itself. */
export function clientReferenceOf({ sessionId, attempt }: Pick<Session, 'sessionId' | 'attempt'>): string {
  return attempt === 1 ? sessionId : `${sessionId}/${attempt}`;
}
