import { describe, expect, it } from 'vitest';
import { changed, failuresOf } from '../../test/failures.ts';
import { mainExample } from '../openapi/recorded-examples.ts';
import { booking } from './booking.ts';
import { REASONS_BY_STATE, STATUS_REASONS } from './booking-states.ts';

const { input, output } = booking;
const examples = mainExample(booking);
const CARD = '4111 1111 1111 1111';
const keys = (length: number) => Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, 'v']));

describe('booking requests', () => {
  it.each([
    ['no price tolerance', 'priceTolerance', undefined],
    ['no terms hash', 'termsHash', undefined],
    ['no remarks', 'remarks', undefined],
    ['no metadata', 'metadata', undefined],
    ['no email address', 'holder.email', undefined],
    ['no telephone number', 'holder.phone', undefined],
    ['a telephone number that would be a valid card number', 'holder.phone', '+378282246310005'],
    ['a client reference that would be a valid card number', 'clientReference', '4111111111111111'],
    ['the shortest client reference', 'clientReference', 'A.9'],
    ['the longest client reference', 'clientReference', 'aZ09._:/-'.padEnd(64, '-')],
    ['a further guest without a name', 'rooms.0.guests.1', { type: 'ADULT' }],
    ['a child aged 0', 'rooms.0.guests.2.age', 0],
    ['names in any script', 'holder.lastName', 'Ñandú-O’Brien 山田'],
    ['20 metadata keys', 'metadata', keys(20)],
    ['a price tolerance in percent only', 'priceTolerance', { percent: '100' }],
    ['a price without decimals', 'expectedPrice.amount', '444'],
    ['a price of zero', 'expectedPrice.amount', '0.00'],
    ['a quote id in any format', 'quoteId', 'x'],
    ['the longest timeout', 'settings', { timeout: 120_000 }],
  ])('booking accepts a request with %s', (_, path, value) => {
    expect(failuresOf(input, changed(examples.request, path, value))).toEqual([]);
  });

  it.each([
    ['no client reference', 'clientReference', undefined, '/clientReference invalid_type'],
    ['a client reference that is too short', 'clientReference', 'ab', '/clientReference invalid_format'],
    [
      'a client reference that is too long',
      'clientReference',
      'a'.repeat(65),
      '/clientReference invalid_format',
    ],
    ['a space in the client reference', 'clientReference', 'a b c', '/clientReference invalid_format'],
    ['no price', 'expectedPrice', undefined, '/expectedPrice invalid_type'],
    ['a price as a number', 'expectedPrice.amount', 444, '/expectedPrice/amount invalid_type'],
    ['a negative price', 'expectedPrice.amount', '-1.00', '/expectedPrice/amount invalid_format'],
    [
      'too many decimals in the price',
      'expectedPrice.amount',
      '444.000',
      '/expectedPrice/amount WRONG_DECIMALS',
    ],
    ['an empty price tolerance', 'priceTolerance', {}, '/priceTolerance/amount TOLERANCE_REQUIRED'],
    [
      'a price tolerance above 100 percent',
      'priceTolerance.percent',
      '100.1',
      '/priceTolerance/percent TOO_BIG',
    ],
    [
      'a price tolerance in another currency',
      'priceTolerance.amount.currency',
      'USD',
      '/priceTolerance/amount/currency CURRENCY_MISMATCH',
    ],
    ['no rooms', 'rooms', [], '/rooms too_small'],
    ['room 0', 'rooms.0.roomRef', 0, '/rooms/0/roomRef too_small'],
    ['room 9', 'rooms.0.roomRef', 9, '/rooms/0/roomRef too_big'],
    ['the same room twice', 'rooms.1.roomRef', 1, '/rooms/1/roomRef DUPLICATE'],
    ['a room without guests', 'rooms.1.guests', [], '/rooms/1/guests too_small'],
    [
      'a room without a named guest',
      'rooms.1.guests',
      [{ type: 'ADULT' }],
      '/rooms/1/guests/0/firstName GUEST_NAME_REQUIRED',
    ],
    [
      'a guest without a last name',
      'rooms.0.guests.1.lastName',
      undefined,
      '/rooms/0/guests/1/lastName NAME_INCOMPLETE',
    ],
    ['a child without an age', 'rooms.0.guests.2.age', undefined, '/rooms/0/guests/2/age AGE_REQUIRED'],
    ['an adult with an age', 'rooms.0.guests.0.age', 17, '/rooms/0/guests/0/age AGE_NOT_ALLOWED'],
    ['a child aged 18', 'rooms.0.guests.2.age', 18, '/rooms/0/guests/2/age too_big'],
    ['an unknown guest type', 'rooms.0.guests.0.type', 'INFANT', '/rooms/0/guests/0/type invalid_value'],
    ['a blank name', 'holder.firstName', '  ', '/holder/firstName BLANK'],
    ['a control character in a name', 'holder.firstName', 'A\u0007', '/holder/firstName CONTROL_CHARACTER'],
    [
      'a text direction character in a name',
      'holder.firstName',
      'A\u202Eb',
      '/holder/firstName CONTROL_CHARACTER',
    ],
    ['an invalid email address', 'holder.email', 'ada', '/holder/email invalid_format'],
    ['an invalid telephone number', 'holder.phone', 'ask me', '/holder/phone invalid_format'],
    ['21 metadata keys', 'metadata', keys(21), '/metadata TOO_BIG'],
    ['a number as a metadata value', 'metadata', { a: 1 }, '/metadata/a invalid_type'],
    ['an invalid metadata key', 'metadata', { 'a b': '1' }, '/metadata/a b invalid_key'],
    ['a timeout that is too short', 'settings.timeout', 4_999, '/settings/timeout too_small'],
    ['a timeout that is too long', 'settings.timeout', 120_001, '/settings/timeout too_big'],
    ['an unknown field', 'rooms.0.guests.0.passport', 'X', '/rooms/0/guests/0/passport UNKNOWN_FIELD'],
  ])('booking rejects a request with %s', (_, path, value, failure) => {
    expect(failuresOf(input, changed(examples.request, path, value))).toEqual([failure]);
  });

  it.each([
    ['holder.firstName', CARD],
    ['holder.lastName', CARD],
    ['rooms.0.guests.0.firstName', CARD],
    ['rooms.0.guests.0.lastName', CARD],
    ['rooms.0.guests.0.title', CARD],
    ['rooms.0.specialRequests', `charge ${CARD}`],
    ['remarks', `card:\n${CARD}`],
    ['metadata.costCentre', CARD],
  ])('booking rejects a card number in %s without echoing it', (path, value) => {
    const result = input.safeParse(changed(examples.request, path, value));
    expect(result.error?.issues).toHaveLength(1);
    expect(result.error?.issues[0]).toMatchObject({
      path: path.split('.').map(asKey),
      params: { code: 'CARD_NUMBER' },
    });
    expect(JSON.stringify(result.error?.issues)).not.toContain('1111');
  });

  it('booking rejects a card number as a metadata key and does not repeat it in the path', () => {
    const request = changed(examples.request, 'metadata', { '4111111111111111': 'x' });
    expect(failuresOf(input, request)).toEqual(['/metadata CARD_NUMBER']);
  });

  it('booking reports all invalid fields of a request together, including violations of rules that span several fields', () => {
    const request = {
      ...examples.request,
      clientReference: '',
      rooms: [
        { roomRef: 1, guests: [{ type: 'CHILD', firstName: CARD, lastName: 'x' }] },
        { roomRef: 1, guests: [{ type: 'ADULT', age: 3.5 }], bed: 'king' },
      ],
      priceTolerance: { amount: { amount: '1.00', currency: 'USD' }, percent: '101' },
    };
    expect(failuresOf(input, request).sort()).toEqual([
      '/clientReference invalid_format',
      '/priceTolerance/amount/currency CURRENCY_MISMATCH',
      '/priceTolerance/percent TOO_BIG',
      '/rooms/0/guests/0/age AGE_REQUIRED',
      '/rooms/0/guests/0/firstName CARD_NUMBER',
      '/rooms/1/bed UNKNOWN_FIELD',
      '/rooms/1/guests/0/age invalid_type',
      '/rooms/1/guests/0/firstName GUEST_NAME_REQUIRED',
      '/rooms/1/roomRef DUPLICATE',
    ]);
  });
});

describe('a booking', () => {
  it('the booking schema accepts only the reasons that are defined for the status', () => {
    for (const [status, reasons] of Object.entries(REASONS_BY_STATE)) {
      for (const reason of [null, ...STATUS_REASONS]) {
        const answer = changed(
          changed(examples.answer, 'booking.status', status),
          'booking.statusReason',
          reason,
        );
        const fits = reason === null ? reasons.length === 0 : (reasons as readonly string[]).includes(reason);
        expect(failuresOf(output, answer)).toEqual(fits ? [] : ['/booking/statusReason REASON_MISMATCH']);
      }
    }
  });
});

function asKey(name: string): string | number {
  return /^\d+$/.test(name) ? Number(name) : name;
}
