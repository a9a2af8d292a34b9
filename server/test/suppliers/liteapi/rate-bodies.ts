import type { SimulatedHotel } from './hotels.ts';
import type { Prebook } from './ledger.ts';
import { encodeOfferId, rateId } from './offer-ids.ts';
import {
  amountOf,
  isRefundable,
  penaltiesOf,
  type SimulatedRate,
  type SimulatedStay,
  type Terms,
  totalOf,
} from './rates.ts';

interface RateContext {
  hotel: SimulatedHotel;
  stay: SimulatedStay;
  rate: SimulatedRate;
}

export function searchBody(hotels: readonly object[], isSandbox: boolean): object {
  return { data: hotels, guestLevel: 0, sandbox: isSandbox };
}

/** One entry of `data[].roomTypes[]`. */
export function roomTypeBody(
  context: RateContext,
  madeAtMs: number,
  searchedTypes: readonly string[],
): object {
  const { hotel, stay, rate } = context;
  const { currency } = stay;
  const totalMinor = totalOf(rate);
  const offerId = encodeOfferId({ hotelId: hotel.id, plan: rate.plan, stay, totalMinor, madeAtMs });
  const paymentTypes = rate.isPropertyPayOnly ? ['PROPERTY_PAY'] : [...searchedTypes];
  const offerRetailRate = { amount: amountOf(totalMinor, currency), currency };
  return {
    roomTypeId: rateId(hotel.id, rate.plan, 0, 'type').slice(0, 52),
    offerId,
    supplier: 'nuitee',
    supplierId: 2,
    rates: rateBodies(context, paymentTypes),
    offerRetailRate,
    suggestedSellingPrice: { ...sellingPrice(totalMinor, currency), source: 'providerDirect' },
    offerInitialPrice: offerRetailRate,
    priceType: 'commission',
    rateType: rate.isPackage ? 'package' : 'standard',
    paymentTypes,
  };
}

function rateBodies(
  { hotel, stay, rate }: RateContext,
  paymentTypes: readonly string[],
  name = rate.room.name,
): object[] {
  const { currency } = stay;
  return stay.occupancies.map(({ adults, children }, index) => {
    const minor = rate.roomsMinor[index] ?? 0;
    const price = { amount: amountOf(minor, currency), currency };
    return {
      rateId: rateId(hotel.id, rate.plan, index, stay.checkin),
      occupancyNumber: index + 1,
      name,
      maxOccupancy: rate.room.maxOccupancy,
      adultCount: adults,
      childCount: children.length,
      childrenAges: [...children],
      boardType: rate.board.code,
      boardName: rate.board.name,
      remarks: rate.terms === 'FLEXIBLE' ? 'Reception closes at <b>23:00</b>.' : '',
      priceType: 'commission',
      commission: [{ amount: 0, currency }],
      retailRate: {
        total: [price],
        suggestedSellingPrice: [{ ...sellingPrice(minor, currency), source: 'providerDirect' }],
        initialPrice: [price],
        taxesAndFees: taxesAndFees(minor, currency, hotel),
        ...(rate.terms === 'STRICT' ? { promotions: [promotion(currency)] } : {}),
      },
      cancellationPolicies: policyBody(rate.terms, stay, [minor]),
      paymentTypes: [...paymentTypes],
      mappedRoomId: rate.room.isMapped ? rate.room.id : null,
    };
  });
}

function sellingPrice(minor: number, currency: string) {
  return { amount: amountOf(Math.round(minor * 1.17), currency), currency };
}

function promotion(currency: string): object {
  return {
    name: 'Early booker',
    from: '2027-01-01',
    to: '2027-12-31',
    discount: 6,
    discountType: 'percentage',
    currency,
  };
}

/** Null for hotels that report no taxes. The city tax of a hotel in Japan is in yen. */
function taxesAndFees(minor: number, currency: string, hotel: SimulatedHotel): object[] | null {
  if (hotel.chainId === 27) return null;
  const local = hotel.countryCode === 'JP' ? 'JPY' : currency;
  const tax = {
    included: true,
    description: 'VAT',
    amount: amountOf(Math.round(minor / 11), currency),
    currency,
  };
  const fee = { included: false, description: 'City tax', amount: amountOf(300, local), currency: local };
  return [tax, fee];
}

/** The amounts of several rooms are added up. */
export function policyBody(terms: Terms, stay: SimulatedStay, roomsMinor: readonly number[]): object {
  const isOldForm = terms === 'NON_REFUNDABLE_OLD_FORM';
  return {
    cancelPolicyInfos: penaltiesOf(terms, stay).map(({ cancelTime, percent }) => ({
      cancelTime,
      amount: isOldForm ? percent : amountOf(penaltyMinor(roomsMinor, percent), stay.currency),
      currency: stay.currency,
      type: isOldForm ? 'percentage' : 'amount',
      timezone: 'GMT',
    })),
    hotelRemarks: [],
    refundableTag: isRefundable(terms) ? 'RFN' : 'NRFN',
  };
}

export function penaltyMinor(roomsMinor: readonly number[], percent: number): number {
  return roomsMinor.reduce((sum, minor) => sum + Math.round((minor * percent) / 100), 0);
}

export interface PrebookChanges {
  priceDifferencePercent: number;
  cancellationChanged: boolean;
  boardChanged: boolean;
}

export function prebookBody(
  { prebookId, offerId, hotel, stay, rate }: Prebook,
  changes: PrebookChanges,
  paymentTypes: readonly string[],
  isSandbox: boolean,
): object {
  const price = amountOf(totalOf(rate), stay.currency);
  // In the documents' own examples, a prebook appends the board to the room name, but a search does not.
  const name = rate.room.isMapped ? rate.room.name : `${rate.room.name} - ${rate.board.name}`;
  return {
    data: {
      prebookId,
      offerId,
      hotelId: hotel.id,
      currency: stay.currency,
      termsAndConditions: '',
      roomTypes: [{ rates: rateBodies({ hotel, stay, rate }, paymentTypes, name) }],
      suggestedSellingPrice: { ...sellingPrice(totalOf(rate), stay.currency), source: 'providerDirect' },
      price,
      sellingPriceToUser: price,
      commission: 0,
      priceType: 'commission',
      ...changes,
      supplier: 'nuitee',
      supplierId: 2,
      paymentTypes: [...paymentTypes],
      mappedRoomId: rate.room.isMapped ? rate.room.id : null,
      checkin: stay.checkin,
      checkout: stay.checkout,
    },
    guestLevel: 0,
    sandbox: isSandbox,
  };
}
