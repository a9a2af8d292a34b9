import { listBalances } from '@serai/contract/billing/billing.ts';
import { recordPayment } from '@serai/contract/billing/payments.ts';
import { showStatement } from '@serai/contract/billing/statements.ts';
import { expect, test } from 'vitest';
import { PLAIN_STYLE as plain } from '../text/style.ts';
import { genericText } from './generic-text.ts';

test('the default output of a command shows amounts in a table with their currency', () => {
  const text = genericText(listBalances.examples.answer, plain);
  expect(text).toContain('LIMIT');
  expect(text).toContain('5000.00 EUR');
  expect(text).not.toContain('{');
});

test('the default output of a command shows amounts and nested objects as name–value pairs', () => {
  const text = genericText(recordPayment.examples.answer, plain);
  expect(text).toMatch(/^Amount +1000\.00 EUR$/m);
  expect(text).toMatch(/^Available +766\.00 EUR$/m);
  expect(text).not.toContain('{');
  expect(genericText({ report: { period: { from: '2026-01', to: null } } }, plain)).toBe(
    'Period from  2026-01\nPeriod to\n',
  );
});

test('the default output of a command names several objects, and shows the lines of a text in one line', () => {
  const text = genericText(showStatement.examples.answer, plain);
  expect(text).toMatch(/^Issuer\nName +Serai Hotels$/m);
  expect(text).toMatch(/^Recipient\nName +Northern Travel$/m);
  expect(text).toMatch(/^Address +Storgatan 1, 111 22 Stockholm, Sweden$/m);
});
