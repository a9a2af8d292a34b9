import { describe, expect, it } from 'vitest';
import { containsCardNumber, findCardNumbers } from './card-number.ts';

describe('containsCardNumber', () => {
  it.each([
    ['Visa, 16 digits', '4111111111111111'],
    ['Visa, 13 digits', '4222222222222'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard, new range', '2223003122003222'],
    ['American Express', '378282246310005'],
    ['Diners Club', '30569309025904'],
    ['Discover', '6011111111111117'],
    ['JCB', '3530111333300000'],
    ['UnionPay', '6250941006528599'],
    ['Maestro', '6759649826438453'],
    ['with spaces', 'pay with 4111 1111 1111 1111 please'],
    ['with dashes', 'card:4111-1111-1111-1111.'],
    ['with spaced dashes', '4111 - 1111 - 1111 - 1111'],
    ['over two lines', '4111 1111\n1111 1111'],
    ['after another number', 'room 12 4111 1111 1111 1111'],
    ['in full-width digits', '４１１１１１１１１１１１１１１１'],
    ['after a plus sign', '+4111111111111111'],
  ])('finds a card number: %s', (_, text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it.each([
    ['wrong check digit', '4111111111111112'],
    ['no issuer begins so', '9999999999999995'],
    ['wrong length for its issuer', '411111111111116'],
    ['a part of a longer number', '0041111111111111110000'],
    ['a telephone number', 'call +34 937 654 321 001'],
    ['a telephone number that passes as a card', '+378282246310005'],
    ['dates', '2027-03-12 2027-03-14'],
    ['nothing', ''],
  ])('leaves alone: %s', (_, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it('says where the numbers stand, so that they can be blanked', () => {
    const text = 'a 4111 1111 1111 1111 b 378282246310005';
    expect(findCardNumbers(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '4111 1111 1111 1111',
      '378282246310005',
    ]);
  });
});
