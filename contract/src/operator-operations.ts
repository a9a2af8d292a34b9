/** All operations of the operator API, in the order of the documentation. */
import { changePassword, showAccount, updateAccount } from './account/account.ts';
import { countAttention, listAttention, settleOrphan } from './account/attention.ts';
import { listAudit } from './account/audit.ts';
import { addBookingNote, markContacted, proveBooking, showVoucher } from './account/booking-support.ts';
import { listBookings, resolveBooking, showBooking, summariseBookings } from './account/bookings.ts';
import { cancelBooking } from './account/cancel-booking.ts';
import { checkBooking } from './account/check-booking.ts';
import { listDeliveries, replayDeliveries } from './account/deliveries.ts';
import { listEvents, showEvent } from './account/events.ts';
import { eraseGuests, exportGuests, listErasures } from './account/guests.ts';
import { showHotelContent, updateHotelContent } from './account/hotel-content.ts';
import { listHotels, showHotel } from './account/hotels.ts';
import {
  exportInventory,
  importInventory,
  listProperties,
  showInventory,
  updateInventory,
} from './account/inventory.ts';
import { showCalendar } from './account/inventory-calendar.ts';
import { listNightBookings, showPerformance } from './account/inventory-performance.ts';
import { setProperty } from './account/inventory-property.ts';
import { listJobs, retryJobs } from './account/jobs.ts';
import {
  createKey,
  disableKey,
  enableKey,
  endKeyOverlap,
  listKeys,
  reportLeakedKey,
  revokeKey,
  rotateKey,
  showKey,
  updateKey,
} from './account/keys.ts';
import { inviteMember, listMembers, removeMember, updateMember } from './account/members.ts';
import { listNotices } from './account/notices.ts';
import { showOperator, updateOperator } from './account/operator.ts';
import {
  createOrganisation,
  listOrganisations,
  selectOrganisation,
  updateOrganisation,
} from './account/organisations.ts';
import {
  createPartner,
  listPartners,
  resumePartner,
  showPartner,
  suspendPartner,
  updatePartner,
} from './account/partners.ts';
import { forgotPassword, resetPassword, sessionOptions } from './account/password-reset.ts';
import { searchPlaces } from './account/places.ts';
import { listProviderFailures, showProviderFailure } from './account/provider-failures.ts';
import { showProviderHealth } from './account/provider-health.ts';
import {
  connectProvider,
  listProviders,
  probeProvider,
  shareProvider,
  updateProvider,
} from './account/providers.ts';
import { listReference, showReference, tryReference } from './account/reference.ts';
import { listRequests, showRequest } from './account/requests.ts';
import { showRoomTexts, updateRoomTexts } from './account/room-texts.ts';
import {
  listScenarios,
  resetSandbox,
  showCertification,
  showChecklist,
  startCertification,
  trySandbox,
} from './account/sandbox.ts';
import { findAnything } from './account/search.ts';
import { beginSecondFactor, disableSecondFactor, enableSecondFactor } from './account/second-factor.ts';
import { listFindings } from './account/security.ts';
import {
  confirmSession,
  createLink,
  endSession,
  listSessions,
  showSession,
  signIn,
  signOut,
  signUp,
  switchSession,
} from './account/session.ts';
import { listSettings, rotateSigningKey, showSystemStatus } from './account/system.ts';
import { assignCase, releaseCase, takeCase, takeCases } from './account/take-case.ts';
import { listClients, listSparks, showFunnel, summariseUsage } from './account/usage.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pingWebhook,
  rotateWebhookSecret,
  showWebhook,
  updateWebhook,
} from './account/webhooks.ts';
import { listBalances, listEntries } from './billing/billing.ts';
import { showOnTheBooks } from './billing/on-the-books.ts';
import { adjustBalance, importPayments, recordPayment, returnPayment } from './billing/payments.ts';
import { exportReport, showReport, showSales } from './billing/reports.ts';
import { listRuns, showSchedule } from './billing/schedule.ts';
import {
  closeStatement,
  exportStatement,
  listStatements,
  previewStatement,
  printStatement,
  sendStatement,
  showStatement,
} from './billing/statements.ts';
import {
  mappingDecide,
  mappingFigures,
  mappingQueue,
  mappingRun,
  mappingShow,
  mappingUndo,
} from './mapping/mapping.ts';
import { mappingMerge, mappingMerges, mappingUnmerge } from './mapping/merging.ts';
import { confirmSync, listSyncs, startSync, stopSync } from './mapping/syncs.ts';
import type { OperatorOperation } from './operator-operation.ts';
import { explainPrice, previewRule } from './pricing/explain.ts';
import {
  archiveRule,
  createRule,
  exportRules,
  importRules,
  listRules,
  reorderRules,
  updateRule,
} from './pricing/rules.ts';

const ALL = [
  signUp,
  signIn,
  sessionOptions,
  forgotPassword,
  resetPassword,
  createLink,
  showSession,
  confirmSession,
  switchSession,
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
  findAnything,
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
  listAttention,
  countAttention,
  settleOrphan,
  takeCase,
  takeCases,
  assignCase,
  releaseCase,
  listBookings,
  summariseBookings,
  showBooking,
  resolveBooking,
  checkBooking,
  cancelBooking,
  addBookingNote,
  markContacted,
  proveBooking,
  showVoucher,
  exportGuests,
  eraseGuests,
  listErasures,
  listHotels,
  showHotel,
  showHotelContent,
  updateHotelContent,
  showRoomTexts,
  updateRoomTexts,
  listProperties,
  showInventory,
  showCalendar,
  showPerformance,
  listNightBookings,
  updateInventory,
  setProperty,
  importInventory,
  exportInventory,
  createRule,
  listRules,
  updateRule,
  archiveRule,
  reorderRules,
  importRules,
  exportRules,
  explainPrice,
  previewRule,
  listBalances,
  listEntries,
  recordPayment,
  importPayments,
  returnPayment,
  adjustBalance,
  listStatements,
  showStatement,
  exportStatement,
  printStatement,
  closeStatement,
  previewStatement,
  sendStatement,
  showSchedule,
  listRuns,
  showReport,
  exportReport,
  showSales,
  showOnTheBooks,
  listProviders,
  showProviderHealth,
  listProviderFailures,
  showProviderFailure,
  connectProvider,
  probeProvider,
  updateProvider,
  shareProvider,
  mappingQueue,
  mappingShow,
  mappingDecide,
  mappingUndo,
  mappingRun,
  mappingFigures,
  mappingMerge,
  mappingUnmerge,
  mappingMerges,
  listSyncs,
  startSync,
  confirmSync,
  stopSync,
  listJobs,
  retryJobs,
  listMembers,
  inviteMember,
  updateMember,
  removeMember,
  showOperator,
  updateOperator,
  createPartner,
  listPartners,
  showPartner,
  updatePartner,
  suspendPartner,
  resumePartner,
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
  trySandbox,
  showChecklist,
  showSystemStatus,
  listSettings,
  rotateSigningKey,
] as const;

export const OPERATOR_OPERATIONS: readonly OperatorOperation[] = ALL;

export type OperatorOperationsByName = {
  [Operation in (typeof ALL)[number] as Operation['name']]: Operation;
};
