/** The generated pages of docs/reference. */
import { scenarioHotelId } from '../../../contract/src/booking/sandbox/scenario-hotels.ts';
import { SCENARIO_GROUPS, SCENARIOS } from '../../../contract/src/booking/sandbox/scenarios.ts';
import { ERRORS, type ErrorCode } from '../../../contract/src/errors.ts';
import { EVENTS, type EventDefinition, type EventType, eventExample } from '../../../contract/src/events.ts';
import { errorExample } from '../../../contract/src/openapi/errors.ts';
import { recordedEvent } from '../../../contract/src/openapi/recorded-examples.ts';
import { OPERATIONS } from '../../../contract/src/operations.ts';
import { SCOPES } from '../../../contract/src/scopes.ts';
import { partnerDocument } from '../contract-documents.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, json, page, table } from '../markdown.ts';
import { memberTable } from '../member-table.ts';
import { operationsPage, operatorOperationsPage, operatorShapesPage, shapesPage } from './operation-pages.ts';

export const referencePages: readonly GeneratedFile[] = [
  { path: 'docs/reference/operations.md', render: operationsPage },
  { path: 'docs/reference/operator-operations.md', render: operatorOperationsPage },
  { path: 'docs/reference/shapes.md', render: shapesPage },
  { path: 'docs/reference/operator-shapes.md', render: operatorShapesPage },
  { path: 'docs/reference/errors.md', render: errorsPage },
  { path: 'docs/reference/scopes.md', render: scopesPage },
  { path: 'docs/reference/events.md', render: eventsPage },
  { path: 'docs/reference/scenarios.md', render: scenariosPage },
];

function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([name, { status, retryable, action }]) => [
    String(status),
    code(name),
    retryable ? 'yes' : '',
    action,
    answeredBy(name as ErrorCode),
  ]);
  return page(
    'Errors',
    [
      'A failure is `{"error":{"code","message"}}`. 401, 403 and 429 carry exactly these two members; others may add `details`, `requestId`, `retryable` and `bookingId`. `code` is the contract, `message` is for people. [Errors and retries](../guides/errors-and-retries.md) tells what to do with them.',
      'For booking and cancel, a 5xx with this envelope promises that nothing was sent to a provider; it always has `requestId` and `retryable`. A 5xx without it, such as a 502 in the words of a proxy, a closed connection or a timeout is an unknown outcome: repeat the same request with the same `clientReference`.',
    ].join('\n\n'),
    [
      table(['status', 'code', 'retry unchanged', 'what to do', 'answered by'], rows),
      '## As it looks',
      json(errorExample('VALIDATION_ERROR')),
    ],
  );
}

function answeredBy(name: ErrorCode): string {
  const names = OPERATIONS.filter(({ errors }) => errors.includes(name)).map(operation => operation.name);
  if (names.length === OPERATIONS.length) return 'any operation';
  if (names.length === 0) return 'the operator interface; unknown paths';
  return names.map(each => anchor(each, 'operations.md')).join(', ');
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
  return page('Scopes', 'A key has one or more scopes; every operation needs exactly one.', [
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
  const data = (name: string) => memberTable(schemas[name] ?? {}, shape => shape, 'shapes.md');
  return page(
    'Events',
    'Every event has `id`, `type`, `timestamp`, `environment` and `data`. Deliveries follow Standard Webhooks: at least once, in no promised order; `data.version` restores the order of the events of one booking. [Webhooks](../guides/webhooks.md) tells how to receive them.',
    [
      table(
        ['type', ''],
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
    'What the test providers of the sandbox can be made to do. Booking the hotel of a scenario plays it; `settings.scenario` with its name plays it on any hotel in test mode, in requests of the operation named here and nowhere else. Prices, ids and answers depend on hotel, dates and guests alone. `serai scenarios` prints this list, `serai certify` runs through it.',
    SCENARIO_GROUPS.flatMap(group => [
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
  );
}

function findEvent(type: EventType): EventDefinition {
  const found = EVENTS.find(event => event.type === type);
  if (!found) throw new Error(`There is no event ${type}.`);
  return found;
}
