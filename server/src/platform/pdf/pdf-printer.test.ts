import { performance } from 'node:perf_hooks';
import { VOUCHER_EXAMPLE } from '@serai/contract/booking/examples/voucher-example.ts';
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { voucherPrinter } from '../../booking/voucher/voucher-pdf.ts';

const VOUCHER = VOUCHER_EXAMPLE as Voucher;

test('files are printed in another thread, so that the event loop stays free', async () => {
  const printer = voucherPrinter(new ManualClock());
  await printer.print(VOUCHER);
  const before = performance.eventLoopUtilization();
  const printed = await Promise.all(Array.from({ length: 3 }, () => printer.print(VOUCHER)));
  const { utilization } = performance.eventLoopUtilization(before);
  for (const pdf of printed) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(utilization).toBeLessThan(0.5);
});

test('a file is rejected if too many are waiting or if it waited too long, and later ones are printed', async () => {
  const clock = new ManualClock();
  const printer = voucherPrinter(clock);
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

test('contents that cannot be printed fail without affecting the next file', async () => {
  const printer = voucherPrinter(new ManualClock());
  await expect(printer.print({} as Voucher)).rejects.toThrow();
  expect((await printer.print(VOUCHER)).length).toBeGreaterThan(1_000);
});

test('files of staff are printed before those of partners, and each partner has one file that waits', async () => {
  const printer = voucherPrinter(new ManualClock());
  const order: string[] = [];
  const print = (name: string, partnerId?: string) =>
    printer.print(VOUCHER, partnerId).then(
      () => order.push(name),
      error => order.push(`${name}: ${error.code}`),
    );
  await Promise.all([
    ...['first', 'second', 'third', 'fourth'].map(name => print(`${name} of A`, 'prt_a')),
    ...[print('file of B', 'prt_b'), print('file of staff'), print('other of staff')],
  ]);
  expect(order).toEqual([
    ...['third of A: SERVICE_UNAVAILABLE', 'fourth of A: SERVICE_UNAVAILABLE'],
    ...['first of A', 'file of staff', 'other of staff', 'second of A', 'file of B'],
  ]);
});

test('files of partners leave room for those of staff', async () => {
  const clock = new ManualClock();
  const printer = voucherPrinter(clock);
  const partners = Array.from({ length: 31 }, (_, i) => printer.print(VOUCHER, `prt_${i}`));
  await expect(printer.print(VOUCHER, 'prt_31')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect((await printer.print(VOUCHER)).length).toBeGreaterThan(1_000);
  // The files that still wait are not needed.
  clock.advance(15_001);
  await Promise.allSettled(partners);
});
