/** I1: a booking that was acknowledged with 200 or 202 is visible from then on, and never in an older state. */
import type { ClientAnswer } from '../clients/client-history.ts';
import type { Checker } from './run-facts.ts';

export const neverLost: Checker = ({ answers, bookings }) => {
  const faults: string[] = [];
  const ids = new Set(bookings.map(({ booking_id }) => booking_id));
  for (const answer of answers) {
    if (answer.kind !== 'ok') continue;
    for (const { bookingId, clientReference } of answer.seen) {
      if (!ids.has(bookingId))
        faults.push(`I1: ${clientReference} was returned as ${bookingId} but no longer exists`);
    }
  }
  const byReference = Map.groupBy(answers, ({ body, client }) => String(body.clientReference ?? client));
  for (const [reference, asked] of byReference) faults.push(...looksBack(reference, asked));
  return faults;
};

/** Checks what a client sees of its booking after the first response. */
function looksBack(reference: string, asked: readonly ClientAnswer[]): string[] {
  const faults: string[] = [];
  for (const later of asked) {
    const version = highestBefore(reference, asked, later);
    if (version === undefined) continue;
    if (later.kind === 'refused' && later.code === 'BOOKING_NOT_FOUND') {
      faults.push(`I1: ${reference} was not found by ${later.operation} after it had been returned`);
    }
    if (later.kind !== 'ok' || !asksForOne(later)) continue;
    const shown = later.seen.find(({ clientReference }) => clientReference === reference);
    if (shown === undefined) faults.push(`I1: ${later.operation} does not return ${reference}`);
    else if (shown.version < version) {
      faults.push(
        `I1: ${later.operation} returns version ${shown.version} of ${reference} after version ${version}`,
      );
    }
  }
  return faults;
}

function asksForOne({ operation, body }: ClientAnswer): boolean {
  const { filters, clientReference } = body as {
    filters?: { clientReferences?: unknown };
    clientReference?: unknown;
  };
  return (
    clientReference !== undefined || (operation === 'bookinglist' && filters?.clientReferences !== undefined)
  );
}

function highestBefore(
  reference: string,
  asked: readonly ClientAnswer[],
  { startedMs }: ClientAnswer,
): number | undefined {
  const versions = asked
    .filter(({ endedMs }) => endedMs <= startedMs)
    .flatMap(answer => (answer.kind === 'ok' ? answer.seen : []))
    .filter(({ clientReference }) => clientReference === reference)
    .map(({ version }) => version);
  return versions.length === 0 ? undefined : Math.max(...versions);
}
