import { expect, test } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../../test/scripted-supplier.ts';
import { createLog } from '../../../platform/log.ts';
import type { KnownBooking, Supplier } from '../../port/supplier.ts';
import { ProviderCalls } from '../call-provider.ts';
import { AccountBudgets } from './account-budgets.ts';

const STAY = {
  checkIn: '2027-05-14',
  checkOut: '2027-05-17',
  occupancies: [{ adults: 2, childAges: [] }],
  market: { nationality: 'ES', currency: 'EUR', language: 'en' },
  hotels: [],
};

const LIMITS = { search: 2_000, quote: 2_000, book: 3_000, lookup: 2_000, cancel: 3_000, perMinute: 100 };

function callsTo(script: Partial<Supplier>) {
  const clock = new ManualClock();
  const supplier = scriptedSupplier({ search: async () => ({ kind: 'NONE' }), limits: LIMITS, ...script });
  const budgets = new AccountBudgets({ clock, nodes: () => 1 });
  const calls = new ProviderCalls({ clock, log: createLog('silent'), budgets });
  const context = { provider: { code: 'liteapi', preference: 1, supplier }, testMode: true };
  return {
    calls,
    context,
    async countAdmitted(more: { isRefresh?: true } = {}) {
      let admitted = 0;
      while ((await calls.search({ ...context, ...more }, STAY)).kind !== 'SKIPPED') admitted += 1;
      return admitted;
    },
  };
}

test('cache refreshes leave part of the call budget to clients’ searches', async () => {
  const { countAdmitted } = callsTo({});
  expect(await countAdmitted({ isRefresh: true })).toBe(60);
  expect(await countAdmitted()).toBe(5);
});

test('each request of a call counts towards the call budget', async () => {
  const exchange = { request: {}, response: null } as never;
  const { calls, context, countAdmitted } = callsTo({
    async lookup(call) {
      for (let i = 0; i < 20; i += 1) call.record(exchange);
      return { kind: 'ABSENT' };
    },
  });
  await calls.lookup(context, {} as KnownBooking);
  expect(await countAdmitted()).toBe(45);
});
