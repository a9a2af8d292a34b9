/**
 * The reference as Markdown, for agents that write integrations: one short page per operation, because the OpenAPI
 * document is too large for the context of a model. `/llms.txt` lists the pages.
 */
import { listedTool, TOOLS } from '@serai/contract/agents/tools.ts';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { ERRORS, type ErrorCode } from '@serai/contract/errors.ts';
import { EVENTS } from '@serai/contract/events.ts';
import type { JsonSchema } from '@serai/contract/openapi/json-schema.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { SCOPES } from '@serai/contract/scopes.ts';
import type { Page } from '../platform/http/plain-pages.ts';
import { type MemberFacts, memberFacts, type Schemas } from './parts/members.ts';

const pathOf = (page: string) => `/docs/${page}.md`;

const MARKDOWN = 'text/markdown; charset=utf-8';

export function markdownPages(
  operations: readonly Operation[],
  schemas: Schemas,
  hasMcp: boolean,
): [path: string, draw: () => Page][] {
  const page = (path: string, draw: () => string): [string, () => Page] => [
    path,
    () => ({ status: 200, type: MARKDOWN, body: draw(), headers: { 'cache-control': 'no-cache' } }),
  ];
  return [
    page('/llms.txt', () => llmsText(operations, hasMcp)),
    page('/docs.md', () => overview(operations)),
    ...operations.map(operation => page(pathOf(operation.name), () => operationText(operation, schemas))),
    ...(hasMcp ? [page(pathOf('mcp'), mcpText)] : []),
    page(pathOf('errors'), () =>
      tableText('Errors', ['code', 'status', 'what to do'], errorRows(Object.keys(ERRORS) as ErrorCode[])),
    ),
    page(pathOf('events'), () =>
      tableText(
        'Events',
        ['type', 'sent when'],
        EVENTS.map(({ type, description }) => [`\`${type}\``, description]),
        'Deliveries follow Standard Webhooks: at least once and in any order. Verify the signature with an SDK.',
      ),
    ),
    page(pathOf('scopes'), () =>
      tableText(
        'Scopes',
        ['scope', 'meaning'],
        Object.entries(SCOPES).map(([scope, text]) => [`\`${scope}\``, text]),
      ),
    ),
    page(pathOf('scenarios'), () =>
      tableText(
        'Scenarios',
        ['scenario', 'what happens', 'operation', 'hotel'],
        SCENARIOS.map(({ name, description, operation }) => [
          `\`${name}\``,
          description,
          `\`${operation}\``,
          `\`${scenarioHotelId(name)}\``,
        ]),
        'To run a scenario with a sandbox key, book its hotel, or send its name as `settings.scenario` with any other hotel in the given operation.',
      ),
    ),
  ];
}

function llmsText(operations: readonly Operation[], hasMcp: boolean): string {
  const link = ({ name, summary, path }: Operation) =>
    `- [${name}](${pathOf(name)}): ${summary}. \`POST ${path}\``;
  const [booking, content] = [
    operations.filter(({ path }) => path.startsWith('/connect/')),
    operations.filter(({ path }) => !path.startsWith('/connect/')),
  ];
  return `# Serai

> A hotel distribution API. Partners search stays, quote offers, book and cancel. Every operation is a POST request with JSON.

The operator of this installation creates API keys. Ask for a sandbox key first. All links and paths are relative to the
address of this file, which is also the address of the API.

## Start

- [Overview](/docs.md): a first request, the steps of a booking, conventions and all operations
- [Scopes](${pathOf('scopes')}): what a key may do
- [Scenarios](${pathOf('scenarios')}): behaviours that the sandbox can simulate

## Book safely

Quote an offer before you book it. Create the \`clientReference\` before the first call, and repeat the same request with
the same reference if a response is lost. Never repeat it with another one. 202 is a result: the outcome is not known
yet, so do not book elsewhere.

- [Errors](${pathOf('errors')}): every code, and what to do
- [Events](${pathOf('events')}): what webhook endpoints receive

${hasMcp ? MCP_SECTION : ''}## SDKs

Use an SDK instead of plain requests: \`@serai/sdk\` for TypeScript and JavaScript, \`serai\` for Python. They retry safely,
and check the signatures of webhooks. They are not in a public registry. In a copy of the Serai repository,
\`npm pack -w sdk\` and \`pip wheel --no-deps ./sdk-python\` create packages that you install in your project. Both read
\`SERAI_API_KEY\` and \`SERAI_BASE_URL\`. Without the repository, ask the operator for the packages.

## Booking operations

${booking.map(link).join('\n')}

## Content operations

${content.map(link).join('\n')}

## Optional

- [OpenAPI document](/openapi.json): the complete description, about 0.8 MB
`;
}

const MCP_SECTION = `## MCP

- [MCP tools](${pathOf('mcp')}): the tools at \`POST /mcp\`

`;

function overview(operations: readonly Operation[]): string {
  return `# Serai reference

Send \`Authorization: ApiKey <key>\` and \`Content-Type: application/json\`. Money is \`{"amount":"123.45","currency":"EUR"}\`
with a decimal string. Dates are \`YYYY-MM-DD\`, timestamps are in UTC. Unknown fields are rejected.

A first request, where \`SERAI_BASE_URL\` is the address of this page without its path:

\`\`\`sh
curl "$SERAI_BASE_URL/content/hotels/v1/places/search" -H "Authorization: ApiKey $SERAI_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"query":"barcelona","types":["CITY"],"limit":1}'
\`\`\`

## The steps of a booking

1. [places-search](${pathOf('places-search')}) finds the \`placeId\` of a city.
2. [availability](${pathOf('availability')}) with \`destination.canonicalCityId\` set to the \`placeId\` finds hotels with
   their offers.
3. [prebooking](${pathOf('prebooking')}) turns an \`offerId\` into a quote. Show its price and terms to a person. If
   \`status\` is not \`AVAILABLE\`, something has changed since the search.
4. [booking](${pathOf('booking')}) books the quote, with its \`offer.price.net\` as \`expectedPrice\`, its \`termsHash\`, and
   your own \`clientReference\`. With 202, read [bookingdetail](${pathOf('bookingdetail')}) until the status is final.
5. [cancel](${pathOf('cancel')}) with \`mode: "QUOTE"\` returns the penalty. Cancel with the penalty as \`maxPenalty\`.

An error is \`{"error":{"code","message","retryable","requestId",…}}\`. Repeat a request only if \`retryable\` is true, after
the seconds in \`Retry-After\`, or if its response was lost. Never repeat a booking with another \`clientReference\`.

## Operations

${table(
  ['operation', 'path', 'scope'],
  operations.map(({ name, path, scope }) => [`[${name}](${pathOf(name)})`, `\`${path}\``, `\`${scope}\``]),
)}
`;
}

function operationText(operation: Operation, schemas: Schemas): string {
  const fields = (typeName: string) =>
    table(
      ['field', 'type', 'required', 'description'],
      memberFacts(schemas, getSchema(schemas, typeName)).map(facts => [
        `\`${facts.path}\``,
        facts.type,
        facts.required ? 'yes' : '',
        describe(facts),
      ]),
    );
  return `# ${operation.summary}

\`POST ${operation.path}\`, scope \`${operation.scope}\`, returns ${operation.statuses.join(' or ')}.

${operation.description}

## Request

${fields(operation.typeNames.request)}

Example:

\`\`\`json
${JSON.stringify(mainExample(operation).request, null, 2)}
\`\`\`

## Response

${fields(operation.typeNames.response)}

## Errors

${table(['code', 'status', 'what to do'], errorRows(operation.errors))}
`;
}

function getSchema(schemas: Schemas, name: string): JsonSchema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The OpenAPI document has no schema ${name}.`);
  return schema;
}

function describe({ description, limits, words }: MemberFacts): string {
  const values = words.map(word => `\`${word}\``).join(', ');
  return [description, limits && `Limits: ${limits}.`, values && `Values: ${values}.`]
    .filter(Boolean)
    .join(' ');
}

function mcpText(): string {
  const tools = TOOLS.map(tool => {
    const { description, inputSchema } = listedTool(tool);
    const fields = Object.keys(inputSchema.properties ?? {}).map(name => `\`${name}\``);
    return `## ${tool.name}

${description}

Scope \`${tool.scope}\`. Arguments: ${fields.join(', ')}.`;
  });
  return `# MCP tools

Connect to \`POST /mcp\` (Streamable HTTP) with \`Authorization: ApiKey <key>\` or \`Authorization: Bearer <key>\`. A key sees
only the tools that its scopes allow.

Booking and cancelling each take two steps. \`quote_stay\` returns the price and terms for a person to confirm, and \`book_stay\` needs
\`termsHash\`, \`expectedPrice\` and \`clientReference\` of that quote. \`quote_cancellation\` returns the penalty, and
\`cancel_booking\` needs it as \`maxPenalty\`. \`open: true\` means that the outcome is not known
yet. Follow \`next\`, and do not book elsewhere.

${tools.join('\n\n')}
`;
}

function errorRows(codes: readonly ErrorCode[]): string[][] {
  return codes.map(code => [`\`${code}\``, String(ERRORS[code].status), ERRORS[code].action]);
}

function tableText(
  title: string,
  columns: readonly string[],
  rows: readonly string[][],
  introduction = '',
): string {
  return [`# ${title}`, introduction, table(columns, rows)]
    .filter(text => text !== '')
    .join('\n\n')
    .concat('\n');
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
