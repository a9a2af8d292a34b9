import {
  HOSTILE_HOTEL_ID,
  HOSTILE_INSTRUCTION,
  scenarioHotelId,
} from '../../../contract/src/booking/sandbox/scenario-hotels.ts';
import { SCENARIO_GROUPS, SCENARIOS } from '../../../contract/src/booking/sandbox/scenarios.ts';
import { ERRORS, type ErrorCode } from '../../../contract/src/errors.ts';
import { EVENTS, type EventDefinition, type EventType, eventExample } from '../../../contract/src/events.ts';
import { errorExample } from '../../../contract/src/openapi/errors.ts';
import { recordedEvent } from '../../../contract/src/openapi/recorded-examples.ts';
import { OPERATIONS } from '../../../contract/src/operations.ts';
import { OPERATOR_OPERATIONS } from '../../../contract/src/operator-operations.ts';
import { PARTNER_ROLES, PERMISSIONS, type Role, STAFF_ROLES } from '../../../contract/src/roles.ts';
import { SCOPES } from '../../../contract/src/scopes.ts';
import { partnerDocument } from '../contract-documents.ts';
import { fieldTable } from '../field-table.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, json, page, table } from '../markdown.ts';
import { operationsPage, operatorOperationsPage, operatorShapesPage, shapesPage } from './operation-pages.ts';

export const referencePages: readonly GeneratedFile[] = [
  { path: 'docs/reference/operations.md', render: operationsPage },
  { path: 'docs/reference/operator-operations.md', render: operatorOperationsPage },
  { path: 'docs/reference/shapes.md', render: shapesPage },
  { path: 'docs/reference/operator-shapes.md', render: operatorShapesPage },
  { path: 'docs/reference/errors.md', render: errorsPage },
  { path: 'docs/reference/scopes.md', render: scopesPage },
  { path: 'docs/reference/roles.md', render: rolesPage },
  { path: 'docs/reference/events.md', render: eventsPage },
  { path: 'docs/reference/scenarios.md', render: scenariosPage },
];

function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([name, { status, retryable, action }]) => [
    String(status),
    code(name),
    retryable ? 'yes' : '',
    action,
    returnedBy(name as ErrorCode),
  ]);
  return page(
    'Errors',
    [
      'An error response is `{"error":{"code","message"}}`. For 401, 403 and 429, these are the only fields. Other errors may also contain `details`, `requestId`, `retryable`, `bookingId` and `newPrice`. Programs should rely on `code`, because `message` is for people and may change. [Errors and retries](../guides/developer/errors-and-retries.md) explains how to handle errors.',
      'For booking and cancel requests, and for requests to `/mcp`, a 5xx with this error body guarantees that nothing was sent to a provider. The body always contains `requestId` and `retryable`. After a 5xx without this body (such as a 502 from a proxy), a closed connection or a timeout, the outcome is unknown. Repeat the same request with the same `clientReference`.',
    ].join('\n\n'),
    [
      table(['status', 'code', 'retry unchanged', 'what to do', 'returned by'], rows),
      '## Example',
      json(errorExample('VALIDATION_ERROR')),
    ],
  );
}

function returnedBy(name: ErrorCode): string {
  const names = OPERATIONS.filter(({ errors }) => errors.includes(name)).map(operation => operation.name);
  if (names.length === OPERATIONS.length) return 'any operation';
  if (names.length === 0) return 'operator operations; unknown paths';
  return names.map(each => anchor(each, 'operations.md')).join(', ');
}

function rolesPage(): string {
  const mark = (roles: readonly Role[], role: Role) => (roles.includes(role) ? 'yes' : '');
  const rows = (roles: readonly Role[]) =>
    Object.entries(PERMISSIONS).map(([permission, { label, roles: allowed }]) => [
      code(permission),
      label,
      ...roles.map(role => mark(allowed, role)),
    ]);
  return page(
    'Roles',
    'Every operator operation needs one permission, and a role is a set of permissions. The operator token has the role `owner`. People of a partner see and change that partner only.',
    [
      '## Staff of the operator',
      table(['permission', 'allows', ...STAFF_ROLES.map(code)], rows(STAFF_ROLES)),
      '## People of a partner',
      table(['permission', 'allows', ...PARTNER_ROLES.map(code)], rows(PARTNER_ROLES)),
      '## Operations',
      table(
        ['permission', 'operations'],
        Object.keys(PERMISSIONS).map(permission => [
          code(permission),
          OPERATOR_OPERATIONS.filter(each => each.permission === permission)
            .map(({ name }) => code(name))
            .join(', '),
        ]),
      ),
    ],
  );
}

function scopesPage(): string {
  const rows = Object.entries(SCOPES).map(([scope, permits]) => [
    code(scope),
    permits,
    OPERATIONS.filter(operation => operation.scope === scope)
      .flatMap(operation => [operation.path, ...operation.aliases])
      .map(code)
      .join(', '),
  ]);
  return page('Scopes', 'An API key has one or more scopes. Every operation requires exactly one scope.', [
    table(['scope', 'permits', 'paths'], rows),
  ]);
}

function eventsPage(): string {
  const { schemas } = partnerDocument().components;
  const [confirmed, hotelsChanged, ping] = [
    findEvent('booking.confirmed'),
    findEvent('content.hotels_changed'),
    findEvent('webhook.ping'),
  ];
  const data = (name: string) => fieldTable(schemas[name] ?? {}, shape => shape, 'shapes.md');
  return page(
    'Events',
    'Every event has `id`, `type`, `timestamp`, `environment` and `data`. Deliveries follow Standard Webhooks: at least once and in any order. Use `data.version` to order the events of a booking. [Webhooks](../guides/developer/webhooks.md) explains how to receive events.',
    [
      table(
        ['type', 'sent when'],
        EVENTS.map(event => [code(event.type), event.description]),
      ),
      '## Data of booking events',
      data('BookingEventData'),
      json(recordedEvent(confirmed.type) ?? eventExample(confirmed)),
      `## Data of ${code(hotelsChanged.type)}`,
      data('HotelsChangedEventData'),
      json(eventExample(hotelsChanged)),
      `## Data of ${code(ping.type)}`,
      data('PingEventData'),
      json(eventExample(ping)),
    ],
  );
}

function scenariosPage(): string {
  return page(
    'Scenarios',
    'This page lists the behaviours that the test providers can simulate. To run a scenario, book its hotel, or send its name as `settings.scenario` with any hotel in test mode. The name is accepted only in the given operation. Prices, ids and responses depend only on the hotel, the dates and the guests. `serai scenarios` prints this list, and `serai certify` runs all scenarios.',
    [
      ...SCENARIO_GROUPS.flatMap(group => [
        `## ${group[0]}${group.slice(1).toLowerCase()}`,
        table(
          ['scenario', 'what happens', 'operation', 'hotel'],
          SCENARIOS.filter(scenario => scenario.group === group).map(({ name, description, operation }) => [
            code(name),
            description,
            operation === 'any' ? 'any' : code(operation),
            code(scenarioHotelId(name)),
          ]),
        ),
      ]),
      '## Hostile texts',
      `The hotel ${code(HOSTILE_HOTEL_ID)} behaves like ${code('ok')}. Its name, description, policies, rooms and notices contain an instruction: “${HOSTILE_INSTRUCTION}” Use it to test that an AI agent treats texts of hotels as data. It is in the sandbox catalogue, which test mode also uses.`,
    ],
  );
}

function findEvent(type: EventType): EventDefinition {
  const found = EVENTS.find(event => event.type === type);
  if (!found) throw new Error(`Event ${type} does not exist.`);
  return found;
}
