import { CHARGE_EXAMPLE } from '@serai/contract/billing/ledger-entry.ts';
import { expect, test } from 'vitest';
import type { Entry } from '../../components/billing/entry-kinds.ts';
import { effectsOf, netOf, nothingOwed, settlementOf } from './settlement.ts';

const entry = (kind: Entry['kind'], amount: string, currency = 'EUR') =>
  ({ ...CHARGE_EXAMPLE, kind, amount: { amount, currency } }) as Entry;
const eur = (amount: string) => ({ amount, currency: 'EUR' });

test('a cancelled booking shows the charge, the penalty and what the partner gets back', () => {
  const entries = [entry('HOLD', '488.00'), entry('CHARGE', '488.00'), entry('RELEASE', '488.00')];
  expect(settlementOf([...entries, entry('REFUND', '488.00'), entry('PENALTY', '146.40')])).toEqual({
    charged: eur('488.00'),
    penalty: eur('146.40'),
    refund: eur('341.60'),
  });
});

test('a free cancellation refunds the whole charge, and a full penalty refunds nothing', () => {
  const charge = entry('CHARGE', '0.50');
  expect(settlementOf([charge, entry('REFUND', '0.50')])?.refund).toEqual(eur('0.50'));
  expect(settlementOf([charge, entry('REFUND', '0.50'), entry('PENALTY', '0.50')])?.refund).toEqual(
    eur('0.00'),
  );
});

test('amounts without decimals are added up, and a booking without a charge has no settlement', () => {
  const yen = [
    entry('CHARGE', '12000', 'JPY'),
    entry('REFUND', '12000', 'JPY'),
    entry('PENALTY', '2000', 'JPY'),
  ];
  expect(settlementOf(yen)?.refund).toEqual({ amount: '10000', currency: 'JPY' });
  expect(settlementOf([entry('HOLD', '488.00'), entry('RELEASE', '488.00')])).toBeUndefined();
  expect(settlementOf([entry('CHARGE', '0.00'), entry('REFUND', '0.00')])).toBeUndefined();
});

test('there is no settlement until the refund is posted', () => {
  expect(settlementOf([entry('CHARGE', '488.00')])).toBeUndefined();
});

const at = (day: number, each: Entry): Entry => ({ ...each, at: `2026-07-0${day}T10:00:00Z` as Entry['at'] });

test('a charge that was corrected counts once, with its last amount', () => {
  const corrected = [
    at(1, entry('CHARGE', '100.00')),
    at(2, entry('REFUND', '100.00')),
    at(2, entry('CHARGE', '80.00')),
  ];
  expect(settlementOf(corrected)).toBeUndefined();
  const cancelled = [...corrected, at(3, entry('REFUND', '80.00')), at(3, entry('PENALTY', '30.00'))];
  for (const entries of [cancelled, cancelled.toReversed()]) {
    expect(settlementOf(entries)).toEqual({
      charged: eur('80.00'),
      penalty: eur('30.00'),
      refund: eur('50.00'),
    });
  }
});

test('a penalty that was corrected counts once, with its last amount', () => {
  const entries = [
    at(1, entry('CHARGE', '100.00')),
    at(2, entry('REFUND', '100.00')),
    at(2, entry('PENALTY', '30.00')),
    at(3, entry('REFUND', '30.00')),
    at(3, entry('PENALTY', '20.00')),
  ];
  expect(settlementOf(entries)).toEqual({
    charged: eur('100.00'),
    penalty: eur('20.00'),
    refund: eur('80.00'),
  });
});

const owing = (kind: Entry['kind'], owed: string) =>
  ({ ...CHARGE_EXAMPLE, kind, amount: eur(owed.replace('-', '')), owed: eur(owed) }) as Entry;

test('the net of a booking is the sum of its signed entries', () => {
  const charge = owing('CHARGE', '488.00');
  const refund = owing('REFUND', '-488.00');
  expect(netOf([owing('HOLD', '0.00')])).toBeUndefined();
  expect(netOf([owing('HOLD', '0.00'), charge])).toEqual({ label: 'Net charge', money: eur('488.00') });
  expect(netOf([charge, refund])).toEqual({ label: 'Nothing owed', money: eur('0.00') });
  expect(netOf([charge, refund, owing('PENALTY', '146.40')])).toEqual({
    label: 'Net charge',
    money: eur('146.40'),
  });
  expect(netOf([charge, refund, owing('REFUND', '-0.50')])).toEqual({
    label: 'Net credit',
    money: eur('0.50'),
  });
});

test('a charge that was corrected has the last charge as its net', () => {
  const entries = [owing('CHARGE', '100.00'), owing('REFUND', '-100.00'), owing('CHARGE', '80.00')];
  expect(netOf(entries)).toEqual({ label: 'Net charge', money: eur('80.00') });
});

test('the net of a cancelled booking is the penalty of its settlement', () => {
  const entries = [
    at(1, owing('CHARGE', '100.00')),
    at(2, owing('REFUND', '-100.00')),
    at(2, owing('CHARGE', '80.00')),
    at(3, owing('REFUND', '-80.00')),
    at(3, owing('PENALTY', '30.00')),
  ];
  expect(netOf(entries)?.money).toEqual(settlementOf(entries)?.penalty);
});

test('a booking that was never charged shows what was held and released, and that nothing is owed', () => {
  const held = (kind: Entry['kind'], amount: string) =>
    ({ ...entry(kind, '443.96'), held: eur(amount), owed: eur('0.00') }) as Entry;
  const entries = [held('RELEASE', '-443.96'), held('HOLD', '443.96')];
  expect(effectsOf(entries)).toEqual([
    { label: 'Held for the booking', money: eur('443.96') },
    { label: 'Hold released', money: eur('-443.96') },
  ]);
  expect(netOf(entries)).toBeUndefined();
  expect(nothingOwed(eur('443.96'))).toEqual({ label: 'Nothing owed', money: eur('0.00') });
  expect(effectsOf([])).toEqual([]);
});

test('a booking that was charged shows its charge, but no longer what was held', () => {
  const held = { ...entry('HOLD', '10.00'), held: eur('10.00'), owed: eur('0.00') } as Entry;
  const charge = { ...entry('CHARGE', '10.00'), owed: eur('10.00') } as Entry;
  expect(effectsOf([held, charge])).toEqual([{ label: 'Charged for the booking', money: eur('10.00') }]);
});
