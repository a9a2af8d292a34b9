/**
 * The thread that prints vouchers. Each message is a voucher, and each response is its PDF. An error ends the thread, and
 * `VoucherPrinter` starts another.
 */
import { parentPort } from 'node:worker_threads';
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import { voucherPdf } from './voucher-pdf.ts';

parentPort?.on('message', print);

async function print(voucher: Voucher): Promise<void> {
  parentPort?.postMessage(await voucherPdf(voucher));
}
