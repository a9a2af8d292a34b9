import { describe, expect, it } from 'vitest';
import { DEARER_ROOMS, pricedOffer } from '../../../test/priced-offer.ts';
import { offerFingerprint } from './offer-fingerprint.ts';

const named = (text: string) => ({ roomCode: null, name: { text } });

describe('the fingerprint of an offer', () => {
  const product = {
    board: 'BB',
    refundability: 'REFUNDABLE',
    rooms: [{ roomCode: 'A' }, { roomCode: 'B' }],
  } as const;
  const fingerprint = offerFingerprint('htl_1', product);

  it('an offer fingerprint does not depend on rate key, price or payment type', () => {
    const other = pricedOffer({
      rateKey: 'r2',
      rooms: DEARER_ROOMS,
      payment: 'PAY_AT_PROPERTY',
      sellingMinor: 90_000,
    });
    expect(other.fingerprint).toBe(pricedOffer().fingerprint);
    expect(fingerprint).toMatch(/^fp_[A-Za-z0-9_-]{16}$/);
  });

  it('a room without a code is identified by its name, regardless of case, accents and punctuation', () => {
    const of = (text: string) => offerFingerprint('htl_1', { ...product, rooms: [named(text)] });
    expect(of('Habitación Doble - Vista al Mar')).toBe(of('HABITACION DOBLE, vista  al mar'));
    expect(of('Double Room 1')).not.toBe(of('Double Room 2'));
  });

  it.each([
    ['hotel', 'htl_2', product],
    ['board', 'htl_1', { ...product, board: 'RO' }],
    ['refundability', 'htl_1', { ...product, refundability: 'NON_REFUNDABLE' }],
    ['order of rooms', 'htl_1', { ...product, rooms: product.rooms.toReversed() }],
    ['rooms', 'htl_1', { ...product, rooms: [{ roomCode: 'A' }] }],
    ['room codes', 'htl_1', { ...product, rooms: [{ roomCode: 'A\n1 B' }] }],
    ['name of a room', 'htl_1', { ...product, rooms: [named('A'), { roomCode: 'B' }] }],
  ] as const)('an offer fingerprint changes with the %s', (_, hotelId, other) => {
    expect(offerFingerprint(hotelId, other)).not.toBe(fingerprint);
  });
});
