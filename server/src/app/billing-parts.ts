import { recordAudit } from '../account/audit-store.ts';
import { getOperator } from '../account/organisation-store.ts';
import type { BillingParts } from '../billing/operations/operator/billing-parts.ts';
import { billedBookings } from '../booking/bookings/billed-bookings.ts';
import type { StartedDatabase } from '../start-database.ts';
import { type AppParts, operatorTimeZone } from './app-parts.ts';

/** For the billing operations, and for the job that calls them on a schedule. Both share one printer. */
export function billingParts({
  database,
  settings,
  addresses,
  cursorKey,
  replicas,
  mail,
  statementPrinter: printer,
  booking,
}: AppParts): BillingParts {
  return {
    recordAudit,
    cursorKey,
    replicas,
    timeZone: () => operatorTimeZone(database),
    issuer: () => statementIssuer(database),
    findBookings: billedBookings(booking.safe),
    printer,
    sendMail: mail?.send,
    dashboardUrl: settings.SERAI_DASHBOARD_URL ?? addresses.dashboard?.url ?? '',
  };
}

/** The operator, as it appears on the statements of all partners. */
async function statementIssuer({ pool }: Pick<StartedDatabase, 'pool'>) {
  const { name, company, paymentDetails } = await getOperator(
    pool.asService('Statements of all partners name the operator.'),
  );
  return { name, ...company, paymentDetails };
}
