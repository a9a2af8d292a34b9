/** The stay that all examples share: two rooms in Barcelona, two nights in March. */
import type { z } from 'zod';
import type { hotelHeaderShape } from '../../shared/lodging.ts';
import type { quotedOffer } from '../offer.ts';

type HotelHeader = z.input<z.ZodObject<ReturnType<typeof hotelHeaderShape>>>;

export const stayExample = {
  checkIn: '2027-03-12',
  checkOut: '2027-03-14',
  occupancies: [{ adults: 2, childAges: [7] }, { adults: 1 }],
};

export const hotelExample: HotelHeader = {
  hotelId: 'htl_7Q2M9XK4V8TB',
  name: 'Hotel Passeig del Mar',
  categoryCode: 'H4',
  stars: 4,
  timeZone: 'Europe/Madrid',
  location: { latitude: 41.3784, longitude: 2.1915 },
};

export const eur = (amount: string) => ({ amount, currency: 'EUR' });

const cityTax = {
  code: 'CITY_TAX',
  description: 'City tax, adults only',
  type: 'TAX' as const,
  basis: 'PER_PERSON_PER_NIGHT' as const,
  amount: eur('26.40'),
};

export const offerExample: z.input<ReturnType<typeof quotedOffer>> = {
  offerId: 'off_eyJ2IjoxfQ.9fK2mXq7TzB4',
  expiresAt: '2027-02-01T10:30:00Z',
  fingerprint: 'fp_5d1c0be27a94',
  board: { code: 'BB', name: 'Bed and breakfast' },
  payment: { type: 'MERCHANT' },
  rooms: [
    {
      roomRef: 1,
      roomCode: 'DBL-SEA',
      name: 'Double room with sea view',
      beds: [
        { type: 'KING', count: 1 },
        { type: 'SOFA_BED', count: 1 },
      ],
      allotment: 3,
      price: {
        net: eur('264.00'),
        nightly: [
          { date: '2027-03-12', net: eur('120.00') },
          { date: '2027-03-13', net: eur('124.00') },
        ],
        stayCharges: [{ code: 'CLEANING_FEE', description: 'Final cleaning', amount: eur('20.00') }],
      },
    },
    {
      roomRef: 2,
      roomCode: 'SGL-STD',
      name: 'Single room',
      beds: [{ type: 'SINGLE', count: 1 }],
      allotment: null,
      price: {
        net: eur('180.00'),
        nightly: [
          { date: '2027-03-12', net: eur('88.00') },
          { date: '2027-03-13', net: eur('92.00') },
        ],
        stayCharges: [],
      },
    },
  ],
  price: {
    currency: 'EUR',
    net: eur('444.00'),
    selling: eur('520.00'),
    commission: eur('76.00'),
    taxesAndFees: [
      {
        code: 'VAT',
        description: 'Value added tax',
        type: 'TAX',
        collection: 'INCLUDED',
        basis: 'PERCENT',
        amount: eur('40.36'),
      },
      { ...cityTax, collection: 'PAY_AT_PROPERTY' },
    ],
    payAtProperty: [cityTax],
    guestTotal: eur('546.40'),
  },
  cancellation: {
    refundability: 'REFUNDABLE',
    freeCancellationUntil: '2027-03-10T23:00:00Z',
    freeCancellationUntilLocal: '2027-03-11T00:00:00+01:00',
    propertyTimeZone: 'Europe/Madrid',
    deadlineSource: 'PROPERTY_TIMEZONE',
    windows: [
      { from: null, to: '2027-03-10T23:00:00Z', penalty: eur('0.00') },
      { from: '2027-03-10T23:00:00Z', to: '2027-03-11T23:00:00Z', penalty: eur('222.00') },
      { from: '2027-03-11T23:00:00Z', to: null, penalty: eur('444.00') },
    ],
    noShow: { penalty: eur('444.00'), from: '2027-03-12T23:00:00Z' },
  },
  promotions: [{ code: 'EARLY_BOOKING', text: 'Early booking discount of 10 %', language: 'en' }],
  freshness: { source: 'LIVE', fetchedAt: '2027-02-01T10:00:01Z' },
};
