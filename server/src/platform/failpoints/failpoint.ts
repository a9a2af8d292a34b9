/**
 * Named points at which a fault test may kill, stop or block the process. No setting enables them. A test enables them
 * by loading its own file before the program.
 */

export type Failpoint =
  /** The journal is on disk, and nothing has been sent yet. */
  | 'booking-journalled'
  /** The provider has responded, and nothing has been written yet. */
  | 'booking-sent'
  /** The outcome is written, and the client has no response yet. */
  | 'booking-recorded'
  | 'cancel-journalled'
  | 'cancel-sent'
  | 'cancel-recorded'
  /** History entry and event are written, and their transaction is still open. */
  | 'change-told'
  | 'job-taken'
  /** A page of a supplier's content has arrived, and nothing has been written yet. */
  | 'content-page-read'
  /** The page is written, and the next one has not been requested yet. */
  | 'content-page-stored'
  /** The receiver has responded, and nothing has been written yet. */
  | 'delivery-sent';

type OnReached = (place: Failpoint) => void;

let onReached: OnReached | undefined;

/** Undefined disables all failpoints. */
export function armFailpoints(act: OnReached | undefined): void {
  onReached = act;
}

export function reached(place: Failpoint): void {
  onReached?.(place);
}
