import { performance } from 'node:perf_hooks';
import { VOUCHER_EXAMPLE } from '@serai/contract/booking/examples/voucher-example.ts';
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { VoucherPrinter } from './voucher-printer.ts';

const VOUCHER = VOUCHER_EXAMPLE as Voucher;

test('vouchers are printed in another thread, so that the event loop stays free', async () => {
  const printer = new VoucherPrinter(new ManualClock());
  await printer.print(VOUCHER);
  const before = performance.eventLoopUtilization();
  const printed = await Promise.all(Array.from({ length: 3 }, () => printer.print(VOUCHER)));
  const { utilization } = performance.eventLoopUtilization(before);
  for (const pdf of printed) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(utilization).toBeLessThan(0.5);
});

test('a voucher is rejected if too many are waiting or if it waited too long, and later ones are printed', async () => {
  const clock = new ManualClock();
  const printer = new VoucherPrinter(clock);
  const all = Array.from({ length: 31 }, () =>
    printer.print(VOUCHER).then(
      () => 'printed',
      error => error.code,
    ),
  );
  clock.advance(15_001);
  const results = await Promise.all(all);
  expect(new Set(results.slice(1))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
  expect((await printer.print(VOUCHER)).length).toBeGreaterThan(1_000);
});

test('a damaged voucher fails without affecting the next one', async () => {
  const printer = new VoucherPrinter(new ManualClock());
  await expect(printer.print({} as Voucher)).rejects.toThrow();
  expect((await printer.print(VOUCHER)).length).toBeGreaterThan(1_000);
});
