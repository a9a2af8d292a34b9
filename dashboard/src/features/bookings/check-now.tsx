/** Asks the provider about an open outcome before the next scheduled check. */
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Notice } from '../../components/feedback.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { useMay } from '../../lib/session-context.ts';
import { showToast } from '../../lib/toasts.tsx';
import { type CheckResult, checkResult, shownText } from './check-result.ts';

type Shown = Output<'bookings/show'>;

const CHANGED = ['bookings', 'attention'];
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** Undefined if the outcome is known or the user may not check it. */
export type CheckNow = ReturnType<typeof useCheckNow>;

/** Follows a check until its result is shown, even if the panel with the button is gone by then. */
export function useCheckNow({ booking, checkUnderWay = false }: Shown) {
  const mayCheck = useMay('bookings:resolve');
  const invalidate = useInvalidate();
  const [asked, setAsked] = useState<Shown['booking']>();
  const [result, setResult] = useState<CheckResult>();
  // The page has read the booking since the request, so `checkUnderWay` describes this check.
  const check = useAction('bookings/check', { changes: CHANGED, done: () => setAsked(booking) });
  const isOpen = isOpenState(booking.status);
  const isChecking = check.busy || (isOpen && checkUnderWay);
  useEffect(() => {
    if (asked === undefined || isChecking) return;
    setAsked(undefined);
    const found = checkResult(asked, booking, CLOCK.format(Date.now()));
    if (isOpen) setResult(found);
    else showToast(found.text);
    void invalidate(CHANGED);
  }, [asked, isChecking, isOpen, booking, invalidate]);
  if (!isOpen || !mayCheck) return undefined;
  const run = async () => {
    if (isChecking) return;
    setResult(undefined);
    const input = { bookingId: booking.bookingId } as Input<'bookings/check'>;
    if ((await check.run(input)) === undefined) await invalidate(CHANGED);
  };
  return { isChecking, result: result && shownText(result, booking), failure: check.failure, run };
}

/** Never disabled, so that it keeps the focus. */
export function CheckButton({ check }: { check: NonNullable<CheckNow> }) {
  return (
    <button type="button" className="small" aria-disabled={check.isChecking} onClick={() => void check.run()}>
      <RefreshCw size={15} aria-hidden /> {check.isChecking ? 'Checking…' : 'Check again now'}
    </button>
  );
}

/** `CheckAnnouncement` reads it to screen readers. */
export function CheckOutcome({ check }: { check: NonNullable<CheckNow> }) {
  return (
    <>
      {check.result && <small>{check.result}</small>}
      {check.failure && !check.isChecking && <Notice failure={check.failure} />}
    </>
  );
}

/** Always on the page, because screen readers announce only what changes in an element that was there before. */
export function CheckAnnouncement({ check }: { check: CheckNow }) {
  return (
    <span className="unseen" role="status">
      {check?.result}
    </span>
  );
}
