/** Formats webhook endpoints and deliveries as text. Pure. */
import type { delivery } from '@serai/contract/account/deliveries.ts';
import { type endpoint, MAX_WAITING_COUNTED } from '@serai/contract/account/webhook-endpoint.ts';
import type { showWebhook } from '@serai/contract/account/webhooks.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import type { z } from 'zod';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type Endpoint = z.output<typeof endpoint>;
type FailureEmails = z.output<typeof showWebhook.output>['failureEmails'];
export type Delivery = z.output<typeof delivery>;

export function endpointTable(endpoints: readonly Endpoint[], nowMs: number, style: Style): string {
  const rows = endpoints.map(each => [
    each.endpointId,
    each.partnerId,
    environmentCell(each, style),
    endpointStatusCell(each, style),
    each.url,
    typesText(each),
    rateText(each),
    each.health.lastSuccessAt === null ? 'never' : timeText(each.health.lastSuccessAt, nowMs),
    String(each.health.held),
  ]);
  return table(
    ['ENDPOINT', 'PARTNER', 'ENVIRONMENT', 'STATUS', 'URL', 'TYPES', 'SUCCESS', 'LAST SUCCESS', 'HELD'],
    rows,
    style,
  );
}

/** `emails` are those about the failure of the endpoint, if they are known. */
export function endpointText(
  endpoint: Endpoint,
  nowMs: number,
  style: Style,
  emails: FailureEmails = null,
): string {
  const { health, statusReason } = endpoint;
  const time = (instant: string | null) => (instant === null ? 'never' : timeText(instant, nowMs));
  const rows: [string, Cell][] = [
    ['Endpoint', endpoint.endpointId],
    ['Partner', endpoint.partnerId],
    ['URL', endpoint.url],
    ['Environment', environmentCell(endpoint, style)],
    ['Status', endpointStatusCell(endpoint, style)],
    ...(statusReason === null ? [] : [['Reason', statusReason] as [string, Cell]]),
    ['Since', time(endpoint.statusSince)],
    ...(health.disablesAt === null
      ? []
      : [['Disabled', `${time(health.disablesAt)}, if no delivery succeeds before`] as [string, Cell]]),
    ...emailRows(emails, time),
    ['Types', endpoint.eventTypes.join(', ')],
    ...(endpoint.description === null ? [] : [['Description', endpoint.description] as [string, Cell]]),
    ['Created', `${time(endpoint.createdAt)} by ${endpoint.createdBy}`],
    ['Last 24 hours', lastDayText(endpoint)],
    ['Last success', time(health.lastSuccessAt)],
    ['Last failure', time(health.lastFailureAt)],
    [
      'Held',
      health.held === 0
        ? 'none'
        : `${health.held} ${health.held === 1 ? 'delivery' : 'deliveries'}, until replayed`,
    ],
    ['Waiting', waitingText(endpoint, time)],
    ...endpoint.secrets.map(({ createdAt, validUntil }): [string, Cell] => [
      'Secret',
      `created ${time(createdAt)}, ${validUntil === null ? 'current' : `signs until ${time(validUntil)}`}`,
    ]),
  ];
  return facts(rows, style);
}

/** An earlier version did not record whom it emailed, so nothing is said about it. */
function emailRows(emails: FailureEmails, time: (instant: string | null) => string): [string, Cell][] {
  if (emails === null) return [];
  const { isOn, sentAt, sentTo, nextAt, nextTo } = emails;
  const emailed = sentAt === null ? 'nobody' : `${sentTo?.join(', ')}, ${time(sentAt)}`;
  const next =
    nextTo.length === 0 ? 'nobody, because no user has a role that gets these emails' : nextTo.join(', ');
  return [
    ...(sentTo === null ? [] : [['Emailed', emailed] as [string, Cell]]),
    ...(isOn ? [] : [['Next email', 'none, because no mail server is set up'] as [string, Cell]]),
    ...(nextAt === null ? [] : [['Next email', `${next}, ${time(nextAt)}`] as [string, Cell]]),
  ];
}

/** The only function that prints the signing secret of an endpoint. */
export function signingSecretText(secret: string, style: Style): string {
  return `  ${style.bold(secret)}\n\n${style.warn('This is shown once.')} The receiver verifies signatures with it. Store it there now.\n`;
}

export function deliveryTable(deliveries: readonly Delivery[], nowMs: number, style: Style): string {
  const rows = deliveries.map(each => [
    each.deliveryId,
    new Date(each.createdAt).toISOString().slice(0, 19).replace('T', ' '),
    each.eventType,
    each.eventId,
    each.endpointId,
    deliveryStatusCell(each, style),
    String(each.attempts.length),
    each.nextAttemptAt === null ? '' : timeText(each.nextAttemptAt, nowMs),
    lastAttemptText(each),
  ]);
  return table(
    ['DELIVERY', 'TIME (UTC)', 'TYPE', 'EVENT', 'ENDPOINT', 'STATUS', 'ATTEMPTS', 'NEXT', 'LAST RESPONSE'],
    rows,
    style,
  );
}

export function lastAttemptText({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  return `${last.error ?? `Responded ${last.status}.`} (${Math.round(last.durationMs)} ms)`;
}

function lastDayText({ health: { successRate, p95Ms } }: Endpoint): string {
  if (successRate === null) return 'no attempts';
  const p95 = p95Ms === null ? '' : `, p95 ${Math.round(p95Ms)} ms`;
  return `${percent(successRate)} of the attempts succeeded${p95}`;
}

function waitingText(
  { health: { waiting, nextAttemptAt } }: Endpoint,
  time: (instant: string | null) => string,
): string {
  if (waiting === 0) return 'none';
  const many =
    waiting === MAX_WAITING_COUNTED
      ? `${waiting} deliveries or more`
      : waiting === 1
        ? '1 delivery'
        : `${waiting} deliveries`;
  return `${many}, next attempt ${time(nextAttemptAt)}`;
}

function rateText({ health: { successRate } }: Endpoint): string {
  return successRate === null ? '' : percent(successRate);
}

function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}

function typesText({ eventTypes }: Endpoint): string {
  if (eventTypes.length === EVENT_TYPES.length) return 'all';
  return eventTypes.length > 2 ? `${eventTypes.length} types` : eventTypes.join(',');
}

function environmentCell({ environment }: Endpoint, style: Style): Cell {
  return environment === 'production' ? { text: environment, style: style.bold } : environment;
}

function endpointStatusCell({ status }: Endpoint, style: Style): Cell {
  return { text: status, style: { ENABLED: style.good, PAUSED: style.warn, DISABLED: style.bad }[status] };
}

function deliveryStatusCell({ status }: Delivery, style: Style): Cell {
  const styles = { DELIVERED: style.good, PENDING: style.warn, HELD: style.warn, FAILED: style.bad };
  return { text: status, style: styles[status] };
}
