import { expect, it } from 'vitest';
import { PAYMENT_DETAILS_EXAMPLE, paymentDetails, paymentDetailsInput } from './payment-details.ts';
import { NO_PAYMENT_DETAILS, paymentLines } from './payment-lines.ts';

const parsed = (account: string) => paymentDetailsInput().safeParse({ account });

it('an IBAN with matching check digits is accepted in any spelling, and returned in groups of four', () => {
  for (const spelling of [
    'DE89370400440532013000',
    'de89 3704 0044 0532 0130 00',
    ' DE89 37040044 0532013000',
    'IBAN DE89 3704 0044 0532 0130 00',
    'Iban: DE89-3704-0044-0532-0130-00',
  ])
    expect(parsed(spelling).data?.account).toBe('DE89 3704 0044 0532 0130 00');
  expect(parsed('NO9386011117947').data?.account).toBe('NO93 8601 1117 947');
  expect(parsed('GB82 WEST 1234 5698 7654 32').success).toBe(true);
});

it('an IBAN with a typing error is refused with a message that names the check digits', () => {
  for (const wrong of [
    'DE89370400440532013001',
    'ED89370400440532013000',
    'DE8937040044053201300',
    'DE8937',
    'IBAN DE89370400440532013001',
  ]) {
    const { error } = parsed(wrong);
    expect(error?.issues[0]?.message).toMatch(/^The check digits of this IBAN are wrong\./);
  }
});

it('an account number that is no IBAN stays as it is', () => {
  expect(parsed('12-34-56 12345678').data?.account).toBe('12-34-56 12345678');
  expect(parsed('   ').success).toBe(false);
});

it('a BIC has 8 or 11 characters and becomes upper case', () => {
  const bic = (text: string) => paymentDetailsInput().safeParse({ bic: text });
  expect(bic('bankesmm').data?.bic).toBe('BANKESMM');
  expect(bic('BANKESMMXXX').success).toBe(true);
  for (const wrong of ['BANKESM', 'BANK12MM', 'BANKESMMXX']) expect(bic(wrong).success).toBe(false);
});

it('the lines on a statement contain its number as the reference, unless it says nowhere where to pay', () => {
  const lines = paymentLines({ ...NO_PAYMENT_DETAILS, account: '123', note: 'Thank you.' }, '2026-07-0003');
  expect(lines).toEqual([
    { name: 'Account number', value: '123' },
    { name: 'Reference', value: '2026-07-0003' },
    { name: 'Note', value: 'Thank you.' },
  ]);
  expect(paymentLines(NO_PAYMENT_DETAILS, '2026-07-0003')).toEqual([]);
});

it('the lines on a statement name an IBAN as such, and leave out what is not set', () => {
  expect(paymentDetails().parse(PAYMENT_DETAILS_EXAMPLE)).toEqual(PAYMENT_DETAILS_EXAMPLE);
  expect(paymentLines(PAYMENT_DETAILS_EXAMPLE).map(({ name }) => name)).toEqual([
    'Account holder',
    'IBAN',
    'BIC',
    'Bank',
    'Note',
  ]);
  expect(paymentLines({ ...NO_PAYMENT_DETAILS, account: '123' })).toEqual([
    { name: 'Account number', value: '123' },
  ]);
  expect(paymentLines(NO_PAYMENT_DETAILS)).toEqual([]);
});
