/** Bookings of the attention queue are assigned to staff, so that two people do not work on the same one. */
import {
  assignCase,
  releaseCase,
  type TakenCase,
  takeCase,
  takeCases,
} from '@serai/contract/account/take-case.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import type { Booking } from '../../bookings/booking.ts';
import { lockWaiting, saveTaken } from './attention-store.ts';
import { getOrganisationBooking, type OperatorParts } from './operator-parts.ts';

type Taken = Pick<Booking, 'taken_by' | 'taken_at'>;

export function takenView({ taken_by: by, taken_at: at }: Taken, actor: string): TakenCase | null {
  return by === null || at === null ? null : { by, at: isoTime(at.getTime()), isYours: by === actor };
}

/** Emails are optional. The URL has no trailing slash. */
type TakeParts = Pick<OperatorParts, 'recordAudit' | 'sendMail' | 'dashboardUrl' | 'isStaff'>;

export function attentionTake(parts: TakeParts): OperatorHandler {
  return operate(takeCase, (context, { bookingId, takeOverFrom }) =>
    handOver(parts, context, { bookingId, takeOverFrom, to: context.actor, action: takeCase.name }),
  );
}

export function attentionAssign(parts: TakeParts): OperatorHandler {
  return operate(assignCase, async (context, { bookingId, takeOverFrom, to: given }) => {
    const to = given.toLowerCase();
    if (!(await parts.isStaff(to))) {
      const message = `${to} is not a staff member who may resolve bookings. members/list shows the staff.`;
      throw new ApiError('VALIDATION_ERROR', message, {
        details: [{ path: '/to', code: 'INVALID_VALUE', message }],
      });
    }
    return await handOver(parts, context, { bookingId, takeOverFrom, to, action: assignCase.name });
  });
}

interface HandOver {
  bookingId: string;
  /** The staff member who gets the booking. */
  to: string;
  takeOverFrom: string | undefined;
  action: typeof takeCase.name | typeof assignCase.name;
}

/** Colleagues who get or lose a booking because of somebody else are notified by email. */
async function handOver(
  parts: TakeParts,
  context: OperatorContext,
  { bookingId, to, takeOverFrom, action }: HandOver,
): Promise<{ taken: TakenCase }> {
  const { recordAudit, dashboardUrl = '' } = parts;
  const { organisationId, actor } = context;
  // Former staff and other actors than people, for example one-time links, get no email.
  const isColleague = takeOverFrom !== undefined && (await parts.isStaff(takeOverFrom));
  return await inTransaction(context.db, async tx => {
    const { environment } = await getOrganisationBooking(tx, organisationId, bookingId);
    const [locked] = await lockWaiting(tx, [bookingId]);
    if (locked === undefined) {
      const message = 'The booking does not need attention, so it cannot be assigned.';
      throw new ApiError('INVALID_STATE', message, { bookingId });
    }
    const before = takenView(locked, actor);
    if (before?.by === to) return { taken: before };
    const isOfOther = before !== null && !before.isYours;
    if (isOfOther && before.by !== takeOverFrom) throw assignedToAnother(before, bookingId);
    const taken_at = await saveTaken(tx, [bookingId], to);
    const taken = takenView({ taken_by: to, taken_at }, actor) as TakenCase;
    // Partner users may read the entry, so it names no colleague.
    const states = { before: { taken: before !== null }, after: { taken: true } };
    await recordAudit(tx, auditOf(context, { action, target: bookingId, ...states }));
    const facts = { bookingId, environment, actor, taken };
    const mails = [
      ...(isOfOther && isColleague ? [takenOverMail(facts, before, dashboardUrl)] : []),
      ...(taken.isYours ? [] : [assignedMail(facts, dashboardUrl)]),
    ];
    for (const mail of mails) await parts.sendMail?.(tx, mail);
    return { taken };
  });
}

/** In one transaction. A booking that is assigned to somebody else is skipped, because nobody named them. */
export function attentionTakeAll({ recordAudit }: Pick<OperatorParts, 'recordAudit'>): OperatorHandler {
  return operate(takeCases, (context, { bookingIds }) =>
    inTransaction(context.db, async tx => {
      const { actor } = context;
      const found = await lockWaiting(tx, bookingIds);
      const free = found.filter(({ taken_by }) => taken_by === null);
      if (free.length > 0) {
        const ids = free.map(({ booking_id }) => booking_id);
        await saveTaken(tx, ids, actor);
        await recordTaken(tx, { recordAudit }, context, free);
      }
      const byId = new Map(found.map(({ booking_id, taken_by }) => [booking_id, taken_by ?? actor] as const));
      const whose = [...new Set(bookingIds)].map(bookingId => ({
        bookingId,
        by: byId.get(bookingId) ?? null,
      }));
      return {
        taken: whose.filter(({ by }) => by === actor).map(({ bookingId }) => bookingId),
        skipped: whose.filter(({ by }) => by !== actor),
      };
    }),
  );
}

/** Each partner has its own audit log. */
async function recordTaken(
  tx: Database,
  { recordAudit }: Pick<OperatorParts, 'recordAudit'>,
  context: OperatorContext,
  bookings: readonly Pick<Booking, 'booking_id' | 'organisation_id'>[],
): Promise<void> {
  const states = { before: { taken: false }, after: { taken: true } };
  for (const { booking_id: target, organisation_id: organisationId } of bookings) {
    const entry = { action: takeCase.name, target, ...states };
    await recordAudit(tx, auditOf({ ...context, organisationId }, entry));
  }
}

export function attentionRelease({ recordAudit }: Pick<OperatorParts, 'recordAudit'>): OperatorHandler {
  return operate(releaseCase, (context, { bookingId }) =>
    inTransaction(context.db, async tx => {
      const { organisationId, actor } = context;
      await getOrganisationBooking(tx, organisationId, bookingId);
      const [before] = await lockWaiting(tx, [bookingId]);
      const taken = before && takenView(before, actor);
      if (!taken) return { released: false };
      if (!taken.isYours) throw assignedToAnother(taken, bookingId);
      await saveTaken(tx, [bookingId], null);
      const states = { before: { taken: true }, after: { taken: false } };
      await recordAudit(tx, auditOf(context, { action: releaseCase.name, target: bookingId, ...states }));
      return { released: true };
    }),
  );
}

interface HandOverFacts {
  bookingId: string;
  environment: Environment;
  /** Who assigned the booking, to themselves or to a colleague. */
  actor: string;
  /** Who has it now. */
  taken: TakenCase;
}

const personOr = (other: string, actor: string) => (actor.includes('@') ? actor : other);

/** The key contains the time, because the same person may take the booking again and lose it again. */
function takenOverMail(
  { bookingId, environment, actor, taken }: HandOverFacts,
  before: TakenCase,
  dashboardUrl: string,
): Mail {
  const colleague = personOr('A colleague', actor);
  const done = taken.isYours
    ? `${colleague} has taken over booking ${bookingId}`
    : `${colleague} has assigned booking ${bookingId} to ${taken.by}`;
  return {
    key: `taken-over/${bookingId}/${before.at}/${before.by}`,
    kind: 'taken-over',
    to: before.by,
    subject: inSandbox(environment) + done,
    paragraphs: [
      `${personOr('A colleague', taken.by)} is now working on the booking ${bookingId}, which was assigned to you.`,
      'If you have already contacted the provider, tell your colleague or add a note to the booking.',
    ],
    link: bookingLink({ bookingId, environment }, dashboardUrl),
  };
}

/** The key contains the time, because a booking may be assigned to the same person again. */
function assignedMail({ bookingId, environment, actor, taken }: HandOverFacts, dashboardUrl: string): Mail {
  const colleague = personOr('A colleague', actor);
  return {
    key: `assigned/${bookingId}/${taken.at}/${taken.by}`,
    kind: 'assigned',
    to: taken.by,
    subject: `${inSandbox(environment)}${colleague} has assigned booking ${bookingId} to you`,
    paragraphs: [
      `${colleague} has assigned the booking ${bookingId} to you. It needs attention.`,
      'If you cannot work on it, release it, so that a colleague can take it.',
    ],
    link: bookingLink({ bookingId, environment }, dashboardUrl),
  };
}

function inSandbox(environment: Environment): string {
  return environment === 'sandbox' ? '[Sandbox] ' : '';
}

function bookingLink(
  { bookingId, environment }: Pick<HandOverFacts, 'bookingId' | 'environment'>,
  dashboardUrl: string,
): Mail['link'] {
  return { text: 'Open the booking', url: `${dashboardUrl}/${environment}/bookings/${bookingId}` };
}

function assignedToAnother({ by }: TakenCase, bookingId: string): ApiError {
  const message = `This booking is assigned to ${by}. Choose another booking, or take it over from them.`;
  return new ApiError('INVALID_STATE', message, { bookingId });
}
