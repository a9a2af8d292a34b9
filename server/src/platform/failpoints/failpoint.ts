/**
 * Named places where a test of faults may kill, stop or block the process. Nothing that ships arms one: a test loads its own
 * file before the program, and no setting reaches them.
 */

export type Failpoint =
  /** The journal is on disk, nothing has left. */
  | 'booking-journalled'
  /** The provider has answered, nothing of it is written. */
  | 'booking-sent'
  /** It is written, the client has heard nothing. */
  | 'booking-recorded'
  | 'cancel-journalled'
  | 'cancel-sent'
  | 'cancel-recorded'
  /** History entry and event are written, their transaction is open. */
  | 'change-told'
  | 'job-taken'
  /** The receiver has answered, nothing of it is written. */
  | 'delivery-sent';

type OnReached = (place: Failpoint) => void;

let onReached: OnReached | undefined;

/** Undefined disarms. */
export function armFailpoints(act: OnReached | undefined): void {
  onReached = act;
}

export function reached(place: Failpoint): void {
  onReached?.(place);
}
