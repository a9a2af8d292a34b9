import { describe, expect, it } from 'vitest';
import { containsCardNumber, findCardNumbers } from './card-number.ts';

describe('containsCardNumber', () => {
  it.each([
    ['from Visa with 16 digits', '4111111111111111'],
    ['from Visa with 13 digits', '4222222222222'],
    ['from Mastercard', '5555555555554444'],
    ['from Mastercard in the newer range', '2223003122003222'],
    ['from American Express', '378282246310005'],
    ['from Diners Club', '30569309025904'],
    ['from Discover', '6011111111111117'],
    ['from JCB', '3530111333300000'],
    ['from UnionPay', '6250941006528599'],
    ['from Maestro', '6759649826438453'],
    ['with spaces', 'pay with 4111 1111 1111 1111 please'],
    ['with dashes', 'card:4111-1111-1111-1111.'],
    ['with spaced dashes', '4111 - 1111 - 1111 - 1111'],
    ['over two lines', '4111 1111\n1111 1111'],
    ['after another number', 'room 12 4111 1111 1111 1111'],
    ['in full-width digits', '４１１１１１１１１１１１１１１１'],
    ['after a plus sign', '+4111111111111111'],
    ['in Arabic-Indic digits', '٤١١١ ١١١١ ١١١١ ١١١١'],
    ['in Devanagari digits', '४१११११११११११११११'],
    ['in mathematical bold digits', '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏'],
    ['in mathematical monospace digits', '𝟺𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷'],
    ['in circled digits', '④①①①①①①①①①①①①①①①'],
    ['in superscripts', '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹'],
    ['in digits of several scripts', '٤१11１１𝟏① 1111 1111'],
    ['with zero-width spaces', [...'4111111111111111'].join('\u200b')],
    ['with zero-width joiners', '4111\u200d1111\u200d1111\u200d1111'],
    ['with soft hyphens and a byte order mark', '4111\u00ad1111\ufeff1111\u00ad1111'],
    ['in keycap emoji', '4️⃣1️⃣1️⃣1️⃣ 1️⃣1️⃣1️⃣1️⃣ 1️⃣1️⃣1️⃣1️⃣ 1️⃣1️⃣1️⃣1️⃣'],
    ['with dots', '4111.1111.1111.1111'],
    ['with slashes', '4111/1111/1111/1111'],
    ['with underscores and commas', '4111_1111,1111_1111'],
    ['with four characters between the groups', '4111 -- 1111 -- 1111 -- 1111'],
    ['with emoji between the groups', '4111 💳 1111 💳 1111 💳 1111'],
    ['with plus signs between the groups', '4111+1111+1111+1111'],
    ['with a dot and spaces after each digit', [...'4111111111111111'].join(' . ')],
    ['next to a date and a time', '4111 1111 1111 1111 on 12.03.2027 10:15'],
    ['after a telephone number', '+34 937 654 321, 4111 1111 1111 1111'],
  ])('containsCardNumber finds a card number %s', (_, text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it.each([
    ['a number with a wrong check digit', '4111111111111112'],
    ['a number that no issuer uses', '9999999999999995'],
    ['a number with a wrong length for its issuer', '411111111111116'],
    ['part of a longer number', '0041111111111111110000'],
    ['a telephone number', 'call +34 937 654 321 001'],
    ['a telephone number that would be a valid card number', '+378282246310005'],
    ['a telephone number with dots', '+1 (422) 222.222.2222'],
    ['a telephone number and a date', '+49 1512 3456704 12.05.2027'],
    ['two telephone numbers', '+34 937 654 321 / +34 600 000 000'],
    ['digits interrupted by words', '4111 1111 and 1111 1111'],
    ['digits with more than four characters between them', '4111 1111 ----- 1111 1111'],
    ['dates', '2027-03-12 2027-03-14'],
    ['dates and times', '30.05.2027 10:16 - 04.06.2027 11:05'],
    ['dates with short years', '4/1/27, 4/1/27, 4/9/27, 4 guests'],
    ['coordinates', '41.385064, 12.173406'],
    ['an empty text', ''],
  ])('containsCardNumber does not mistake %s for a card number', (_, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it('containsCardNumber finishes quickly for texts of 100,000 and more characters', () => {
    for (const part of ['4', '4 ', '41 + ', '٤.', '4\u200b', '+4111', '\u200b', '①/', 'ﷺ']) {
      expect(containsCardNumber(`${part.repeat(100_000)}x`)).toBeTypeOf('boolean');
    }
  });

  it('findCardNumbers returns the position of each card number, so that it can be masked', () => {
    const text = 'a 4111 1111 1111 1111 b 378282246310005';
    expect(findCardNumbers(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '4111 1111 1111 1111',
      '378282246310005',
    ]);
  });
});
