/** To whom a booking of the queue is assigned, and the buttons to take, release, take over or assign it. */
import { UserCheck } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { formatName } from '../../components/booking-labels.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { useActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { AssignDialog, type Case } from './assign-dialog.tsx';
import type { QueuedBooking } from './attention.ts';
import { CASE_READS } from './queue.ts';

type Taken = NonNullable<QueuedBooking['taken']>;

interface TakenByProps {
  taken: Taken;
  /** On wide screens, the heading of the column says it. */
  isInColumn?: boolean;
}

/** For example `Assigned to Ana Ruiz, 5 minutes ago`. */
export function TakenBy({ taken, isInColumn = false }: TakenByProps) {
  const nameOf = useActorName();
  return (
    <span className="taken-by">
      <UserCheck size={15} aria-hidden />
      <span>
        <span className={isInColumn ? 'taken-words' : undefined}>Assigned to </span>
        {taken.isYours ? <span className="taken-you">you</span> : <strong>{nameOf(taken.by)}</strong>},{' '}
        <Timestamp at={taken.at} />
      </span>
    </span>
  );
}

/** If somebody else was faster, the page reads again who has the booking. */
function useTake() {
  const invalidate = useInvalidate();
  const take = useAction('attention/take', { changes: CASE_READS });
  const run = async (bookingId: string, takeOverFrom?: string) => {
    const input = { bookingId, ...(takeOverFrom !== undefined && { takeOverFrom }) };
    const done = await take.run(input as Input<'attention/take'>);
    if (done === undefined) await invalidate(CASE_READS);
    return done;
  };
  return { ...take, run };
}

function useRelease() {
  const invalidate = useInvalidate();
  const release = useAction('attention/release', { changes: CASE_READS });
  const run = async (bookingId: string) => {
    const done = await release.run({ bookingId } as Input<'attention/release'>);
    if (done === undefined) await invalidate(CASE_READS);
  };
  return { ...release, run };
}

const rowLinkOf = (button: HTMLElement) =>
  button.closest('tr')?.querySelector<HTMLElement>('.row-link') ?? null;

interface TakenCellProps extends Case {
  /** Gets the link of the row, which takes the focus when the buttons are gone. */
  onAssign: (rowLink: HTMLElement | null) => void;
}

/** In a row of the queue. The page of the booking has all buttons for a booking that is assigned. */
export function TakenCell({ onAssign, ...queued }: TakenCellProps) {
  if (queued.taken === null) return <NotTaken {...queued} onAssign={onAssign} />;
  return (
    <div className="taken">
      <TakenBy taken={queued.taken} isInColumn />
      {!queued.taken.isYours && <TakeOver {...queued} taken={queued.taken} />}
    </div>
  );
}

/** The button is gone once the booking is assigned to this user, so the focus moves to the link of the row. */
function TakeOver({ bookingId, holder, taken }: Case & { taken: Taken }) {
  const [asked, setAsked] = useState<Taken>();
  const rowLink = useRef<HTMLElement>(null);
  const take = useTake();
  const close = () => {
    take.clear();
    setAsked(undefined);
  };
  const confirm = async () => {
    if ((await take.run(bookingId, asked?.by)) === undefined) return;
    setAsked(undefined);
    setTimeout(() => rowLink.current?.focus());
  };
  return (
    <>
      <button
        type="button"
        className="small"
        onClick={({ currentTarget }) => {
          rowLink.current = rowLinkOf(currentTarget);
          setAsked(taken);
        }}
      >
        Take over<span className="unseen"> the booking of {formatName(holder)}</span>
      </button>
      <TakeOverDialog
        taken={asked}
        busy={take.busy}
        failure={take.failure}
        onConfirm={() => void confirm()}
        onClose={close}
      />
    </>
  );
}

function NotTaken({ bookingId, holder, onAssign }: TakenCellProps) {
  const take = useTake();
  // The buttons are gone once the booking is assigned, so the focus moves to the link of the row.
  const act = async ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
    const link = rowLinkOf(button);
    const hadFocus = document.activeElement === button;
    const done = await take.run(bookingId);
    if (hadFocus && (done !== undefined || !button.isConnected)) link?.focus();
  };
  return (
    <div className="not-taken">
      <span className="faint">Unassigned</span>
      <button type="button" className="small" onClick={event => void act(event)}>
        Take<span className="unseen"> the booking of {formatName(holder)}</span>
      </button>
      <button type="button" className="small" onClick={event => onAssign(rowLinkOf(event.currentTarget))}>
        Assign<span className="unseen"> the booking of {formatName(holder)}</span>
      </button>
      {take.failure && <Notice failure={take.failure} />}
    </div>
  );
}

/** The first button changes its meaning and is never disabled, so that it keeps the focus. */
export function TakeControl({ bookingId, holder, taken }: Case) {
  const [isAssigning, setAssigning] = useState(false);
  const [asked, setAsked] = useState<Taken>();
  const take = useTake();
  const release = useRelease();
  const close = () => {
    take.clear();
    setAsked(undefined);
  };
  const takeOver = async () => {
    if ((await take.run(bookingId, asked?.by)) !== undefined) setAsked(undefined);
  };
  // The second click of a double click would release what the first one has taken.
  const act = ({ detail: clicks }: { detail: number }) => {
    if (clicks > 1) return;
    take.clear();
    release.clear();
    if (taken === null) void take.run(bookingId);
    else if (taken.isYours) void release.run(bookingId);
    else setAsked(taken);
  };
  const failure = take.failure ?? release.failure;
  return (
    <div className="take-control">
      {taken === null ? <span className="faint">Unassigned</span> : <TakenBy taken={taken} />}
      <button type="button" className="small" onClick={act}>
        {taken === null ? 'Take' : taken.isYours ? 'Release' : 'Take over'}
      </button>
      <button type="button" className="small" onClick={() => setAssigning(true)}>
        Assign
      </button>
      <AssignDialog
        booking={isAssigning ? { bookingId, holder, taken } : undefined}
        onClose={() => setAssigning(false)}
      />
      {failure && asked === undefined && <Notice failure={failure} />}
      <TakeOverDialog
        taken={asked}
        busy={take.busy}
        failure={take.failure}
        onConfirm={() => void takeOver()}
        onClose={close}
      />
    </div>
  );
}

interface TakeOverDialogProps extends Pick<ReturnType<typeof useTake>, 'busy' | 'failure'> {
  /** Undefined while the dialog is closed. */
  taken: Taken | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

function TakeOverDialog({ taken, ...dialog }: TakeOverDialogProps) {
  const name = useActorName()(taken?.by ?? null);
  const options = useCall('session/options', {}, { when: taken !== undefined });
  // Only people have an address, and one-time links do not. The server decides in the same way.
  const isNotified =
    options.state === 'ready' ? options.data.passwordReset && taken?.by.includes('@') : undefined;
  return (
    <ConfirmDialog
      open={taken !== undefined}
      title={`Take over from ${name}?`}
      confirmLabel="Take over"
      {...dialog}
    >
      {taken && (
        <p>
          This booking was assigned to {name} <Timestamp at={taken.at} />. They may have contacted the
          provider already. {isNotified !== undefined && noticeWords(name, isNotified)}
        </p>
      )}
    </ConfirmDialog>
  );
}

function noticeWords(name: string, isNotified: boolean): string {
  return isNotified ? `Serai notifies ${name} by email.` : `${name} is not notified.`;
}
