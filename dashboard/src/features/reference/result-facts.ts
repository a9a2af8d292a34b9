/** What matters of the response of a booking step: its status, price and references. Pure. */
import { STATUS_LABELS, STATUS_TONES } from '../../components/booking-labels.ts';
import type { Tone } from '../../components/feedback.tsx';
import { formatDateTimeZone, formatMoney, formatNumber } from '../../lib/format/format.ts';
import type { Sent } from './try-state.ts';

export interface ResultFact {
  label: string;
  value: string;
  kind?: 'status' | 'id';
  tone?: Tone;
}

type Money = Parameters<typeof formatMoney>[0];

/** What this page reads of a response. Errors have none of it. */
interface Answer {
  status?: string;
  quoteId?: string;
  expiresAt?: string;
  offer?: { price?: { net?: Money } };
  hotels?: { offers?: { price?: { net?: Money } }[] }[];
  booking?: Booking;
  penalty?: Money;
}

interface Booking {
  bookingId?: string;
  status?: string;
  clientReference?: string;
  hotelConfirmationNumber?: string | null;
  price?: { net?: Money };
}

const QUOTE_STATUSES: Readonly<Record<string, Pick<ResultFact, 'value' | 'tone'>>> = {
  AVAILABLE: { value: 'Available', tone: 'good' },
  PRICE_CHANGED: { value: 'Price changed', tone: 'warn' },
  TERMS_CHANGED: { value: 'Terms changed', tone: 'warn' },
};

/** Empty for errors, and for operations that are not a step: the summary line names what they returned. */
export function resultFacts({ operation, response }: Pick<Sent, 'operation' | 'response'>): ResultFact[] {
  const answer = (response.body ?? {}) as Answer;
  switch (operation) {
    case 'availability':
      return answer.hotels === undefined ? [] : searchFacts(answer.hotels);
    case 'prebooking':
      return answer.quoteId === undefined ? [] : quoteFacts(answer);
    case 'booking':
    case 'cancel':
      return answer.booking === undefined ? [] : bookingFacts(operation, answer.booking, answer.penalty);
    default:
      return [];
  }
}

/** The penalty of a booking that was cancelled by this request. */
export function cancelledBooking(body: unknown): { penalty: string } | undefined {
  const { booking, penalty } = (body ?? {}) as Answer;
  if (booking?.status !== 'CANCELLED' || penalty === undefined) return undefined;
  return { penalty: formatMoney(penalty) };
}

function searchFacts(hotels: NonNullable<Answer['hotels']>): ResultFact[] {
  const prices = hotels
    .flatMap(({ offers = [] }) => offers.map(({ price }) => price?.net))
    .filter(price => price !== undefined);
  const cheapest = prices.toSorted((a, b) => Number(a.amount) - Number(b.amount))[0];
  return withValues([
    { label: 'Hotels', value: formatNumber(hotels.length) },
    { label: 'Offers', value: formatNumber(prices.length) },
    { label: 'Lowest price', value: cheapest && formatMoney(cheapest) },
  ]);
}

function quoteFacts({ status = '', quoteId, expiresAt, offer }: Answer): ResultFact[] {
  const net = offer?.price?.net;
  return withValues([
    { label: 'Status', kind: 'status', ...(QUOTE_STATUSES[status] ?? { value: status }) },
    { label: 'Price', value: net && formatMoney(net) },
    { label: 'Book before', value: expiresAt && formatDateTimeZone(expiresAt) },
    { label: 'Quote', kind: 'id', value: quoteId },
  ]);
}

function bookingFacts(operation: string, booking: Booking, penalty: Money | undefined): ResultFact[] {
  const { bookingId, status, clientReference, hotelConfirmationNumber, price } = booking;
  const known = status as keyof typeof STATUS_LABELS | undefined;
  return withValues([
    {
      label: 'Status',
      kind: 'status',
      value: known && (STATUS_LABELS[known] ?? known),
      tone: (known && STATUS_TONES[known]) ?? 'plain',
    },
    operation === 'cancel'
      ? { label: 'Penalty', value: penalty && formatMoney(penalty) }
      : { label: 'Price', value: price?.net && formatMoney(price.net) },
    { label: 'Hotel confirmation', value: hotelConfirmationNumber ?? undefined },
    { label: 'Booking', kind: 'id', value: bookingId },
    { label: 'Client reference', kind: 'id', value: clientReference },
  ]);
}

type MaybeFact = Omit<ResultFact, 'value'> & { value: string | undefined };

function withValues(facts: readonly MaybeFact[]): ResultFact[] {
  return facts.filter((fact): fact is ResultFact => fact.value !== undefined && fact.value !== '');
}
