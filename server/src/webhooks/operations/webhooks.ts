import { MAX_ENDPOINTS } from '@serai/contract/account/webhook-endpoint.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pingWebhook,
  rotateWebhookSecret,
  showWebhook,
  updateWebhook,
} from '@serai/contract/account/webhooks.ts';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { type AuditState, auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { findDelivery } from '../deliveries/delivery-list-store.ts';
import { pingEndpoint } from '../deliveries/ping-store.ts';
import { readActivity } from '../endpoints/activity-store.ts';
import {
  createEndpoint,
  deleteEndpoint,
  lockEndpoint,
  lockEndpointCount,
  updateEndpoint,
} from '../endpoints/endpoint-store.ts';
import { rotateSecret } from '../endpoints/secret-store.ts';
import {
  databaseNow,
  findEndpoint,
  listEndpoints,
  type StoredEndpoint,
} from '../endpoints/stored-endpoint-store.ts';
import { failureEmails } from './failure-emails.ts';
import {
  describeEndpoint,
  requireMayChange,
  requireTarget,
  unknownEndpoint,
  type WebhookOperationParts,
} from './operation-parts.ts';
import { deliveryView, endpointView, positionOf, positionText } from './stored-views.ts';

export function webhooksCreate({ seal, targets, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(createWebhook, async (context, input) => {
    const { db } = context;
    requireMayChange(context, input.environment);
    await requireTarget(input.url, input.environment, targets);
    const { organisationId, actor: createdBy, staff } = context;
    const made = { ...input, organisationId, createdBy, createdByStaff: staff === true };
    return inTransaction(db, async tx => {
      if ((await lockEndpointCount(tx, organisationId, input.environment)) >= MAX_ENDPOINTS) throw tooMany();
      const { endpoint, secret } = await createEndpoint(tx, seal, made);
      const change = { target: endpoint.endpointId, before: null, after: describeEndpoint(endpoint) };
      await recordAudit(tx, auditOf(context, { action: createWebhook.name, ...change }));
      return { endpoint: endpointView(endpoint, context), secret };
    });
  });
}

function tooMany(): ApiError {
  const message = `The partner already has ${MAX_ENDPOINTS} endpoints in this environment. Delete one, or subscribe an existing endpoint to more event types.`;
  return new ApiError('INVALID_STATE', message);
}

const DEFAULT_LIMIT = 50;

export function webhooksList({ cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(listWebhooks, async (context, { environment, page }) => {
    const { db, partnerId: organisationId } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listWebhooks.name, organisationId ?? null, environment ?? null];
    const found = await listEndpoints(db, {
      organisationId,
      environment,
      before: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, ({ createdAt, endpointId }) =>
      makeCursor(cursorKey, boundTo, positionText(createdAt, endpointId)),
    );
    return { endpoints: paged.shown.map(each => endpointView(each, context)), page: paged.page };
  });
}

export function webhooksShow({ failureRecipients }: WebhookOperationParts): OperatorHandler {
  return operate(showWebhook, async (context, input) => {
    const { db, organisationId } = context;
    const endpoint = await findEndpoint(db, organisationId, input.endpointId);
    if (endpoint === undefined) throw unknownEndpoint();
    const period = periodOf(input, (await databaseNow(db)).getTime());
    const { buckets, ...sums } = await readActivity(db, input.endpointId, period);
    const { from, to, bucketSeconds } = period;
    return {
      endpoint: endpointView(endpoint, context),
      activity: {
        ...sums,
        from: from.toISOString(),
        to: to.toISOString(),
        successRate: sums.attempts === 0 ? null : (sums.attempts - sums.failed) / sums.attempts,
        bucketSeconds,
        buckets: buckets.map(({ start, ...bucket }) => ({ start: start.toISOString(), ...bucket })),
      },
      failureEmails: await failureEmails(endpoint, context, failureRecipients),
    };
  });
}

const DAY_MS = 86_400_000;
/** Possible bucket widths. The first one that results in few enough buckets is used. */
const WIDTHS_SECONDS = [60, 300, 900, 3_600, 14_400, 43_200];
const MOST_BUCKETS = 100;

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, nowMs: number) {
  const toMs = to === undefined ? nowMs : Date.parse(to);
  const fromMs = from === undefined ? toMs - DAY_MS : Date.parse(from);
  const seconds = Math.max(0, toMs - fromMs) / 1000;
  const bucketSeconds = WIDTHS_SECONDS.find(width => seconds / width <= MOST_BUCKETS) ?? 86_400;
  const widthMs = bucketSeconds * 1000;
  return { from: new Date(Math.floor(fromMs / widthMs) * widthMs), to: new Date(toMs), bucketSeconds };
}

export function webhooksUpdate({ targets, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(updateWebhook, async (context, { endpointId, ...input }) => {
    const { db, organisationId, staff } = context;
    const actor = staff ? 'the operator' : context.actor;
    if (input.url !== undefined) {
      const known = await findEndpoint(db, organisationId, endpointId);
      if (known === undefined) throw unknownEndpoint();
      requireMayChange(context, known.environment);
      await requireTarget(input.url, known.environment, targets);
    }
    const endpoint = await inTransaction(db, async tx => {
      await lockEndpoint(tx, organisationId, endpointId);
      const before = await findEndpoint(tx, organisationId, endpointId);
      if (before === undefined) throw unknownEndpoint();
      requireMayChange(context, before.environment);
      // Enabling an endpoint that is already enabled restarts its failure period.
      if (input.status !== 'ENABLED' && isAlready(before, input)) return before;
      const after = await updateEndpoint(tx, organisationId, endpointId, { ...input, actor });
      if (after === undefined) throw unknownEndpoint();
      const change = {
        target: endpointId,
        ...differenceOf(describeEndpoint(before), describeEndpoint(after)),
      };
      await recordAudit(tx, auditOf(context, { action: updateWebhook.name, ...change }));
      return after;
    });
    return { endpoint: endpointView(endpoint, context) };
  });
}

function isAlready(endpoint: StoredEndpoint, wanted: AuditState): boolean {
  const present = describeEndpoint(endpoint);
  return Object.keys(wanted).every(name => same(wanted[name] ?? null, present[name]));
}

/**
 * Returns the fields that differ, or the status if only the failure period was restarted, so that the audit entry is
 * never empty.
 */
function differenceOf(before: AuditState, after: AuditState): { before: AuditState; after: AuditState } {
  const changed = Object.keys(after).filter(name => !same(before[name], after[name]));
  const names = changed.length === 0 ? ['status'] : changed;
  const pick = (state: AuditState) => Object.fromEntries(names.map(name => [name, state[name]]));
  return { before: pick(before), after: pick(after) };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function webhooksDelete({ recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(deleteWebhook, async (context, { endpointId }) => {
    const { db, organisationId } = context;
    await inTransaction(db, async tx => {
      await lockEndpoint(tx, organisationId, endpointId);
      const endpoint = await findEndpoint(tx, organisationId, endpointId);
      if (endpoint === undefined) throw unknownEndpoint();
      requireMayChange(context, endpoint.environment);
      await deleteEndpoint(tx, organisationId, endpointId);
      const change = { target: endpointId, before: describeEndpoint(endpoint), after: null };
      await recordAudit(tx, auditOf(context, { action: deleteWebhook.name, ...change }));
    });
    return { endpointId };
  });
}

export function webhooksPing({ seal, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(pingWebhook, async (context, { endpointId }) => {
    const { db, organisationId } = context;
    return inTransaction(db, async tx => {
      const deliveryId = await pingEndpoint(tx, seal, organisationId, endpointId);
      const delivery = deliveryId && (await findDelivery(tx, seal, organisationId, deliveryId));
      if (!delivery) throw unknownEndpoint();
      const change = { target: endpointId, before: null, after: { deliveryId } };
      await recordAudit(tx, auditOf(context, { action: pingWebhook.name, ...change }));
      return { delivery: deliveryView(delivery) };
    });
  });
}

export function webhooksRotateSecret({ seal, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(rotateWebhookSecret, async (context, { endpointId, overlapSeconds }) => {
    const { db } = context;
    return inTransaction(db, async tx => {
      const rotated = await rotateSecret(tx, seal, context.organisationId, endpointId, overlapSeconds);
      if (rotated === undefined) throw unknownEndpoint();
      // With the secret, anyone could report invented bookings to the receiver. A rejection rolls the rotation back.
      requireMayChange(context, rotated.endpoint.environment);
      const change = { target: endpointId, before: null, after: { overlapSeconds } };
      await recordAudit(tx, auditOf(context, { action: rotateWebhookSecret.name, ...change }));
      return { endpoint: endpointView(rotated.endpoint, context), secret: rotated.secret };
    });
  });
}
