/** Serves the dashboard and the operator API: the operations of all areas that the dashboard and the command line use. */
import { fileURLToPath } from 'node:url';
import { type Account, openAccount } from '../account/account.ts';
import { recordAudit } from '../account/audit-store.ts';
import { auditEntriesOf as listAuditEntries } from '../account/operations/audit.ts';
import { partnerSearch } from '../account/operations/partner-search.ts';
import { searchFind } from '../account/operations/search.ts';
import { listEntries } from '../billing/ledger/entry-list-store.ts';
import { entryView } from '../billing/ledger/entry-view.ts';
import { findLedgerCurrency } from '../billing/ledger/ledger-store.ts';
import { billingHandlers } from '../billing/operations/operator/billing-handlers.ts';
import { statementSearch } from '../billing/operations/operator/statement-search.ts';
import { OpenCalls } from '../booking/bookings/protocol/open-calls.ts';
import { erasureList } from '../booking/guests/erasure-list.ts';
import { hotelSales } from '../booking/hotel-sales.ts';
import { OPEN_CALLS_MS } from '../booking/open-booking.ts';
import { bookingSearch } from '../booking/operations/operator/booking-search.ts';
import { bookingOperatorHandlers } from '../booking/operations/operator/operator-handlers.ts';
import type { OperatorParts } from '../booking/operations/operator/operator-parts.ts';
import { providerSearch } from '../booking/operations/operator/provider-search.ts';
import { hotelContentHandlers } from '../content/operations/operator/hotel-content.ts';
import { hotelSearch } from '../content/operations/operator/hotel-search.ts';
import { hotelHandlers } from '../content/operations/operator/hotels.ts';
import { operatorPlacesSearch } from '../content/operations/operator/operator-places-search.ts';
import { SandboxPictures } from '../content/sandbox/pictures/pictures-of-hotel.ts';
import type { Forward } from '../gateway/forward/forward.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { createFirstKey } from '../gateway/keys/create-first-key.ts';
import { gatewaySearch } from '../gateway/operations/search/gateway-search.ts';
import type { TryCall } from '../platform/operations/try-call.ts';
import { createSeal, deriveKey } from '../platform/secrets/seal.ts';
import { openSandbox, type Sandbox } from '../sandbox/open-sandbox.ts';
import { certificationKeys, TryKeys } from '../sandbox/own-keys.ts';
import { shownSettings } from '../shown-settings.ts';
import { signingKeyStatus, systemStatus } from '../system-status.ts';
import { readBacklog } from '../webhooks/deliveries/backlog-store.ts';
import { listMissedEvents } from '../webhooks/deliveries/missed-events-store.ts';
import { deliveriesOf } from '../webhooks/operations/deliveries.ts';
import type { FailureRecipients } from '../webhooks/operations/operation-parts.ts';
import { webhookHandlers } from '../webhooks/operations/webhook-handlers.ts';
import { webhookSearch } from '../webhooks/operations/webhook-search.ts';
import { DASHBOARD_PICTURES, dashboardPages, referenceOperations } from './app-pages.ts';
import { type AppParts, operatorTimeZone } from './app-parts.ts';
import { billingParts } from './billing-parts.ts';
import { erasureFile } from './erasure-file.ts';
import { isStaffAddress } from './mail/mail-needs-store.ts';
import { endpointRecipients, SUPPORT } from './mail/tell-needs.ts';
import { mappingOperations } from './mapping-parts.ts';
import { metricsPage } from './metrics-page.ts';
import { partnerSummaries } from './partner-summaries.ts';
import { pricingOperations } from './pricing-parts.ts';
import { voucherSources } from './voucher-sources.ts';
import { renderMetrics } from './workers/start-workers.ts';

const DASHBOARD_FOLDER = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

export interface FirstStart {
  apiKey: string;
  signInUrl: string;
}

/** At the first start, returns an API key and a sign-in link. Neither can be shown again. */
export async function serveOperators(
  parts: AppParts,
  gateway: Gateway,
  forward: Forward,
): Promise<FirstStart | undefined> {
  const { settings, database, addresses, readiness, clock, log } = parts;
  const dashboardUrl = settings.SERAI_DASHBOARD_URL ?? addresses.dashboard?.url ?? '';
  const mailing = { sendMail: parts.mail?.send, dashboardUrl };
  const account = await openAccount({
    pool: database.pool,
    dataDir: settings.SERAI_DATA_DIR,
    operatorToken: settings.SERAI_OPERATOR_TOKEN,
    peopleKey: deriveKey(parts.masterKey, 'people'),
    deviceKey: deriveKey(parts.masterKey, 'devices'),
    dashboardFolder: DASHBOARD_FOLDER,
    interfaceUrl: addresses.interface?.url ?? '',
    ...mailing,
    cursorKey: parts.cursorKey,
    trustedProxies: parts.trustedProxies,
    bodies: parts.bodies,
    checkAnswers: settings.SERAI_CHECK_ANSWERS === 'on',
    status: db => systemStatus({ ...parts, db, gateway, readBacklog: limit => readBacklog(db, limit) }),
    settings: () => shownSettings(settings),
    ledgerCurrency: findLedgerCurrency,
    summaries: partnerSummaries({
      replicas: parts.replicas,
      timeZone: () => operatorTimeZone(database),
    }),
    onPartnerChanged: partnerId => parts.organisationDefaults.drop(partnerId),
    rotateSigningKey: () => rotateSigningKey(gateway),
    clock,
    log,
  });
  readiness.add('dashboard', () => (account.files.isBuilt() ? undefined : 'the dashboard is not built'));
  const { booking, cursorKey, startedAtMs, webhookTargets: targets } = parts;
  const seal = createSeal(parts.masterKey);
  const tryCall = gateway.tryCalls(forward);
  const sandbox = sandboxOf(parts, gateway, tryCall);
  parts.stops.add('certifications', () => sandbox.ended());
  const openCalls = new OpenCalls(booking);
  parts.stops.add('cancellations', () => openCalls.stop(OPEN_CALLS_MS));
  const handlers = [
    ...gateway.operatorHandlers,
    ...bookingOperatorHandlers({
      ...booking,
      recordAudit,
      erasures: erasureList(erasureFile(settings)),
      cursorKey,
      startedAtMs,
      timeZone: () => operatorTimeZone(database),
      openCalls,
      ...voucherSources(parts),
      listDeliveries: (db, organisationId, bookingId) => deliveriesOf(db, seal, organisationId, bookingId),
      listMissedEvents,
      listAuditEntries,
      listLedgerEntries,
      isStaff: address => isStaff(parts, address),
      ...mailing,
    }),
    ...billingHandlers(billingParts(parts)),
    ...webhookHandlers({
      ...{ seal, targets, recordAudit, cursorKey },
      failureRecipients: parts.mail && (partnerId => recipientsOf(parts, partnerId)),
    }),
    ...referenceOperations(tryCall),
    operatorPlacesSearch({ ask: gateway.askBackend(forward) }),
    ...hotelHandlers({
      cursorKey,
      sales: hotelSales(booking),
      pictures: new SandboxPictures(`${dashboardUrl}${DASHBOARD_PICTURES}`),
    }),
    ...hotelContentHandlers({ recordAudit }),
    ...pricingOperations(parts),
    ...mappingOperations(parts),
    ...sandbox.handlers,
    searchFind(searchSources(parts)),
  ];
  const listener = account.listener(
    handlers,
    dashboardPages(
      readiness,
      metricsPage(() => renderMetrics(parts), settings, account.operatorToken),
      clock,
    ),
  );
  addresses.dashboard?.serve(listener);
  return handOut(parts, account);
}

async function isStaff({ database }: AppParts, address: string): Promise<boolean> {
  const db = database.pool.asService('Staff work on the bookings of all partners.');
  return await isStaffAddress(db, SUPPORT, address);
}

async function recipientsOf({ database }: AppParts, partnerId: string): Promise<FailureRecipients> {
  const db = database.pool.asService('Staff are emailed about endpoints of partners without users.');
  return await endpointRecipients(db, partnerId);
}

async function rotateSigningKey(gateway: Gateway) {
  const kid = await gateway.signingKeys.rotate();
  return { signingKey: signingKeyStatus(gateway), created: kid !== undefined };
}

const listLedgerEntries: OperatorParts['listLedgerEntries'] = async (
  db,
  { organisation_id: organisationId, environment, booking_id: bookingId },
) => {
  const filter = { organisationId, environment, bookingId, after: undefined, limit: 1_000 };
  return (await listEntries(db, filter)).toReversed().map(entry => entryView(entry, { staff: true }));
};

function sandboxOf(parts: AppParts, gateway: Gateway, tryCall: TryCall): Sandbox {
  const { addresses, clock, log, stopping } = parts;
  const ownKeys = { addKey: gateway.addOwnKey, handlers: gateway.operatorHandlers, clock };
  return openSandbox({
    clock,
    log,
    interfaceUrl: addresses.interface?.url ?? '',
    keys: certificationKeys(ownKeys),
    tryKeys: new TryKeys(ownKeys),
    tryCall,
    stopping,
    recordAudit,
  });
}

function searchSources({ booking, startedAtMs }: AppParts) {
  return [
    bookingSearch(booking.safe),
    partnerSearch,
    hotelSearch,
    statementSearch,
    providerSearch({ ...booking, startedAtMs }),
    ...gatewaySearch,
    ...webhookSearch,
  ];
}

/**
 * Every start counts as the first until a key exists, so nothing is lost if an earlier start failed before it created
 * the key.
 */
async function handOut({ database }: AppParts, account: Account): Promise<FirstStart | undefined> {
  const { directPartnerId: organisationId } = account;
  const db = database.pool.forPartner({ organisationId, environment: null });
  const apiKey = await createFirstKey(db, organisationId, { recordAudit });
  if (apiKey === undefined) return undefined;
  return { apiKey, signInUrl: await account.createOwnerLink() };
}
