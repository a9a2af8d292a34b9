/** The thread that prints vouchers. */
import { printMessages } from '../../platform/pdf/pdf-printer.ts';
import { voucherPdf } from './voucher-pdf.ts';

printMessages(voucherPdf);
