import { voucher as operation } from '@serai/contract/booking/voucher.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { issueVoucher, type VoucherParts } from '../voucher/issue-voucher.ts';
import { voucherHtml } from '../voucher/voucher-html.ts';
import { getBooking } from './booking-response.ts';

export function voucher(parts: VoucherParts): Handler {
  return handle(operation, async (context, { language, ...named }) => {
    const { booking } = await getBooking(context, 'bookingdetail', named);
    const issued = await issueVoucher(parts, context.db, booking, language);
    const { test_mode: testMode, booking_id: bookingId } = booking;
    return { data: { voucher: issued, html: voucherHtml(issued) }, testMode, bookingId };
  });
}
