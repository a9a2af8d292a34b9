/** Every operation of the operator interface, in the order of the documentation. */
import { changePassword } from './account/account/change-password.ts';
import { showAccount } from './account/account/show.ts';
import { updateAccount } from './account/account/update.ts';
import { listAudit } from './account/audit/list.ts';
import { listBookings } from './account/bookings/list.ts';
import { resolveBooking } from './account/bookings/resolve.ts';
import { showBooking } from './account/bookings/show.ts';
import { summariseBookings } from './account/bookings/summary.ts';
import { listDeliveries } from './account/deliveries/list.ts';
import { replayDeliveries } from './account/deliveries/replay.ts';
import { listEvents } from './account/events/list.ts';
import { showEvent } from './account/events/show.ts';
import { eraseGuests } from './account/guests/erase.ts';
import { listErasures } from './account/guests/erasures.ts';
import { exportGuests } from './account/guests/export.ts';
import { listHotels } from './account/hotels/list.ts';
import { showHotel } from './account/hotels/show.ts';
import { showCalendar } from './account/inventory/calendar.ts';
import { exportInventory } from './account/inventory/export.ts';
import { importInventory } from './account/inventory/import.ts';
import { listProperties } from './account/inventory/properties.ts';
import { showInventory } from './account/inventory/show.ts';
import { updateInventory } from './account/inventory/update.ts';
import { listJobs } from './account/jobs/list.ts';
import { retryJobs } from './account/jobs/retry.ts';
import { createKey } from './account/keys/create.ts';
import { disableKey } from './account/keys/disable.ts';
import { enableKey } from './account/keys/enable.ts';
import { endKeyOverlap } from './account/keys/end-overlap.ts';
import { listKeys } from './account/keys/list.ts';
import { reportLeakedKey } from './account/keys/report-leak.ts';
import { revokeKey } from './account/keys/revoke.ts';
import { rotateKey } from './account/keys/rotate.ts';
import { showKey } from './account/keys/show.ts';
import { updateKey } from './account/keys/update.ts';
import { inviteMember } from './account/members/invite.ts';
import { listMembers } from './account/members/list.ts';
import { removeMember } from './account/members/remove.ts';
import { updateMember } from './account/members/update.ts';
import { listNotices } from './account/notices/list.ts';
import { createOrganisation } from './account/organisations/create.ts';
import { listOrganisations } from './account/organisations/list.ts';
import { selectOrganisation } from './account/organisations/select.ts';
import { updateOrganisation } from './account/organisations/update.ts';
import { searchPlaces } from './account/places/search.ts';
import { connectProvider } from './account/providers/connect.ts';
import { showProviderHealth } from './account/providers/health.ts';
import { listProviders } from './account/providers/list.ts';
import { updateProvider } from './account/providers/update.ts';
import { listReference } from './account/reference/list.ts';
import { showReference } from './account/reference/show.ts';
import { tryReference } from './account/reference/try.ts';
import { listRequests } from './account/requests/list.ts';
import { showRequest } from './account/requests/show.ts';
import { showCertification } from './account/sandbox/certification.ts';
import { startCertification } from './account/sandbox/certify-start.ts';
import { resetSandbox } from './account/sandbox/reset.ts';
import { listScenarios } from './account/sandbox/scenarios.ts';
import { beginSecondFactor } from './account/second-factor/begin.ts';
import { disableSecondFactor } from './account/second-factor/disable.ts';
import { enableSecondFactor } from './account/second-factor/enable.ts';
import { listFindings } from './account/security/findings.ts';
import { confirmSession } from './account/session/confirm.ts';
import { createLink } from './account/session/create-link.ts';
import { endSession } from './account/session/end.ts';
import { listSessions } from './account/session/list.ts';
import { showSession } from './account/session/show.ts';
import { signIn } from './account/session/sign-in.ts';
import { signOut } from './account/session/sign-out.ts';
import { signUp } from './account/session/sign-up.ts';
import { rotateSigningKey } from './account/system/rotate-signing-key.ts';
import { showSystemStatus } from './account/system/status.ts';
import { listClients } from './account/usage/clients.ts';
import { showFunnel } from './account/usage/funnel.ts';
import { listSparks } from './account/usage/sparks.ts';
import { summariseUsage } from './account/usage/summary.ts';
import { createWebhook } from './account/webhooks/create.ts';
import { deleteWebhook } from './account/webhooks/delete.ts';
import { listWebhooks } from './account/webhooks/list.ts';
import { pingWebhook } from './account/webhooks/ping.ts';
import { rotateWebhookSecret } from './account/webhooks/rotate-secret.ts';
import { showWebhook } from './account/webhooks/show.ts';
import { updateWebhook } from './account/webhooks/update.ts';
import type { OperatorOperation } from './operator-operation.ts';

const ALL = [
  signUp,
  signIn,
  createLink,
  showSession,
  confirmSession,
  signOut,
  listSessions,
  endSession,
  showAccount,
  updateAccount,
  changePassword,
  beginSecondFactor,
  enableSecondFactor,
  disableSecondFactor,
  createKey,
  listKeys,
  showKey,
  updateKey,
  rotateKey,
  endKeyOverlap,
  disableKey,
  enableKey,
  revokeKey,
  reportLeakedKey,
  listFindings,
  listRequests,
  showRequest,
  summariseUsage,
  listClients,
  listSparks,
  showFunnel,
  listAudit,
  createWebhook,
  listWebhooks,
  showWebhook,
  updateWebhook,
  deleteWebhook,
  pingWebhook,
  rotateWebhookSecret,
  listDeliveries,
  replayDeliveries,
  listEvents,
  showEvent,
  listNotices,
  listBookings,
  summariseBookings,
  showBooking,
  resolveBooking,
  exportGuests,
  eraseGuests,
  listErasures,
  listHotels,
  showHotel,
  listProperties,
  showInventory,
  showCalendar,
  updateInventory,
  importInventory,
  exportInventory,
  listProviders,
  showProviderHealth,
  connectProvider,
  updateProvider,
  listJobs,
  retryJobs,
  listMembers,
  inviteMember,
  updateMember,
  removeMember,
  createOrganisation,
  listOrganisations,
  selectOrganisation,
  updateOrganisation,
  listReference,
  showReference,
  tryReference,
  searchPlaces,
  listScenarios,
  startCertification,
  showCertification,
  resetSandbox,
  showSystemStatus,
  rotateSigningKey,
] as const;

export const OPERATOR_OPERATIONS: readonly OperatorOperation[] = ALL;

/** The same by name, for clients: what goes into each operation and what comes out. */
export type OperatorOperationsByName = {
  [Operation in (typeof ALL)[number] as Operation['name']]: Operation;
};
