import { expect, test } from 'vitest';
import { type ChargeStart, chargeStart } from './charge-start.ts';

const TAX = { code: 'TAX', description: 'City tax', type: 'TAX', basis: 'PER_STAY' } as const;
const textOf = ({ texts }: ChargeStart) => Buffer.from(texts).toString();

test('charges with the same description are memoised separately if another text differs', () => {
  const charges = [
    TAX,
    { ...TAX, code: 'CITY' },
    { ...TAX, type: 'FEE' },
    { ...TAX, basis: 'PERCENT' },
  ] as const;
  const first = charges.map(chargeStart);
  expect(first.map(textOf)).toEqual(charges.map(charge => JSON.stringify(charge).slice(0, -2)));
  for (const [i, start] of charges.map(chargeStart).entries()) expect(start).toBe(first[i]);
});

test('a charge is written correctly even if its description has too many codes to memoise all of them', () => {
  const codes = Array.from({ length: 100 }, (_, i) => `CODE_${i}`);
  for (const code of [...codes, ...codes]) {
    expect(textOf(chargeStart({ ...TAX, code }))).toContain(`"code":"${code}"`);
  }
});
