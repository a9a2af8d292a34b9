import type { EntryBooking } from '@serai/contract/billing/ledger-entry.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Replicas } from '../../../platform/database/replicas/replicas.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { fromMoney } from '../../../platform/money/minor-units.ts';
import type { RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import type { PdfPrinter } from '../../../platform/pdf/pdf-printer.ts';
import type { EntryWithBooking, StoredEntry } from '../../ledger/entry-list-store.ts';
import type { LedgerScope } from '../../ledger/ledger-store.ts';
import type { PrintedStatement } from '../../statements/statement-pdf.ts';
import type { Issuer } from '../../statements/statement-store.ts';

export interface BillingParts {
  recordAudit: RecordAudit;
  cursorKey: Buffer;
  /** Serve the reports. Undefined if there are none. */
  replicas?: Replicas | undefined;
  /** The operator's time zone, in which months begin and end. */
  timeZone(): Promise<string>;
  /** The operator, as it appears on statements. Partner users cannot read its settings otherwise. */
  issuer(): Promise<Issuer>;
  /** The bookings with these ids. `organisationId` undefined means all partners. */
  findBookings(
    db: Database,
    organisationId: string | undefined,
    bookingIds: readonly string[],
  ): Promise<ReadonlyMap<string, EntryBooking>>;
  printer: Pick<PdfPrinter<PrintedStatement>, 'print'>;
  /** Undefined if email is off. */
  sendMail?: SendMail | undefined;
  /** Without a trailing slash. */
  dashboardUrl: string;
}

export const DEFAULT_ENVIRONMENT = 'production';

export function scopeOf(
  { organisationId }: OperatorContext,
  { environment = DEFAULT_ENVIRONMENT }: { environment?: Environment | undefined },
): LedgerScope {
  return { organisationId, environment };
}

/** Adds what is shown of the bookings, with one query for all entries. */
export async function withBookings(
  { findBookings }: Pick<BillingParts, 'findBookings'>,
  db: Database,
  organisationId: string | undefined,
  entries: readonly StoredEntry[],
): Promise<EntryWithBooking[]> {
  const ids = [...new Set(entries.flatMap(({ booking_id }) => booking_id ?? []))];
  if (ids.length === 0) return [...entries];
  const bookings = await findBookings(db, organisationId, ids);
  return entries.map(entry => ({ ...entry, booking: bookings.get(entry.booking_id ?? '') }));
}

/** Returns minor units. Throws if the amount is in another currency or too large. */
export function amountIn(currency: string, amount: Money): number {
  if (amount.currency !== currency) {
    throw invalidField('/amount/currency', 'CURRENCY_MISMATCH', `Use the billing currency, ${currency}.`);
  }
  const minor = toSafeMinor(amount);
  if (minor <= MAX_MINOR) return minor;
  throw invalidField('/amount/amount', 'TOO_BIG', 'The amount is too large.');
}

/** Low enough that sums of many amounts stay exact. */
const MAX_MINOR = 1e13;

function toSafeMinor(amount: Money): number {
  try {
    return fromMoney(amount);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export function invalidField(path: string, code: string, message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { details: [{ path, code, message }] });
}
