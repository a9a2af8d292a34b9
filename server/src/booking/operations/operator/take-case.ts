/** Staff take bookings of the attention queue, so that two people do not work on the same one. */
import { releaseCase, type TakenCase, takeCase } from '@serai/contract/account/take-case.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import type { Booking } from '../../bookings/booking.ts';
import { lockWaiting, saveTaken } from './attention-store.ts';
import { getOrganisationBooking, type OperatorParts } from './operator-parts.ts';

type Taken = Pick<Booking, 'taken_by' | 'taken_at'>;

export function takenView({ taken_by: by, taken_at: at }: Taken, actor: string): TakenCase | null {
  return by === null || at === null ? null : { by, at: isoTime(at.getTime()), isYours: by === actor };
}

/** Emails are optional. The URL has no trailing slash. */
type TakeParts = Pick<OperatorParts, 'recordAudit' | 'sendMail' | 'dashboardUrl' | 'isStaff'>;

/** A colleague whose booking is taken over is notified by email. */
export function attentionTake(parts: TakeParts): OperatorHandler {
  const { recordAudit, sendMail, dashboardUrl = '' } = parts;
  return operate(takeCase, async (context, { bookingId, takeOverFrom }) => {
    // Former staff and other actors than people, for example one-time links, get no email.
    const isColleague = takeOverFrom !== undefined && (await parts.isStaff(takeOverFrom));
    return await inTransaction(context.db, async tx => {
      const { organisationId, actor } = context;
      const { environment } = await getOrganisationBooking(tx, organisationId, bookingId);
      const before = await lockWaiting(tx, bookingId);
      if (before === undefined) {
        const message = 'The booking does not need attention, so it cannot be taken.';
        throw new ApiError('INVALID_STATE', message, { bookingId });
      }
      const own = takenView(before, actor);
      if (own?.isYours) return { taken: own };
      if (own !== null && own.by !== takeOverFrom) throw takenByAnother(own, bookingId);
      const at = await saveTaken(tx, bookingId, actor);
      // Partner users may read the entry, so it does not name the colleague.
      const states = { before: { taken: own !== null }, after: { taken: true } };
      await recordAudit(tx, auditOf(context, { action: takeCase.name, target: bookingId, ...states }));
      if (own !== null && isColleague) {
        await sendMail?.(tx, takenOverMail({ bookingId, environment, before: own, by: actor }, dashboardUrl));
      }
      return { taken: takenView({ taken_by: actor, taken_at: at }, actor) as TakenCase };
    });
  });
}

export function attentionRelease({ recordAudit }: Pick<OperatorParts, 'recordAudit'>): OperatorHandler {
  return operate(releaseCase, (context, { bookingId }) =>
    inTransaction(context.db, async tx => {
      const { organisationId, actor } = context;
      await getOrganisationBooking(tx, organisationId, bookingId);
      const before = await lockWaiting(tx, bookingId);
      const taken = before && takenView(before, actor);
      if (!taken) return { released: false };
      if (!taken.isYours) throw takenByAnother(taken, bookingId);
      await saveTaken(tx, bookingId, null);
      const states = { before: { taken: true }, after: { taken: false } };
      await recordAudit(tx, auditOf(context, { action: releaseCase.name, target: bookingId, ...states }));
      return { released: true };
    }),
  );
}

interface TakenOver {
  bookingId: string;
  environment: Environment;
  before: TakenCase;
  /** Who has it now. */
  by: string;
}

/** The key contains the time, because the same person may take the booking again and lose it again. */
function takenOverMail({ bookingId, environment, before, by }: TakenOver, dashboardUrl: string): Mail {
  const colleague = by.includes('@') ? by : 'A colleague';
  return {
    key: `taken-over/${bookingId}/${before.at}/${before.by}`,
    kind: 'taken-over',
    to: before.by,
    subject: `${environment === 'sandbox' ? '[Sandbox] ' : ''}${colleague} has taken over booking ${bookingId}`,
    paragraphs: [
      `${colleague} is now working on the booking ${bookingId}, which you had taken.`,
      'If you have already contacted the provider, tell your colleague or add a note to the booking.',
    ],
    link: { text: 'Open the booking', url: `${dashboardUrl}/${environment}/bookings/${bookingId}` },
  };
}

function takenByAnother({ by }: TakenCase, bookingId: string): ApiError {
  const message = `${by} has taken this booking. Choose another booking, or take it over from them.`;
  return new ApiError('INVALID_STATE', message, { bookingId });
}
