/**
 * The reference as Markdown, for agents that write integrations: one short page per operation, because the OpenAPI
 * document is too large for the context of a model. `/llms.txt` lists the pages.
 */
import { listedTool, TOOLS } from '@serai/contract/agents/tools.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { ERRORS, type ErrorCode } from '@serai/contract/errors.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import { componentName } from '@serai/contract/openapi/schema-catalogue.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { SCOPES } from '@serai/contract/scopes.ts';
import type { Page } from '../platform/http/plain-pages.ts';
import { memberFacts, type Schemas } from './parts/members.ts';

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
        ['type'],
        EVENT_TYPES.map(type => [`\`${type}\``]),
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
        ['scenario'],
        SCENARIOS.map(({ name }) => [`\`${name}\``]),
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

## Start

- [Overview](/docs.md): authentication, conventions and all operations
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
and check the signatures of webhooks.

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
with a decimal string. Dates are \`YYYY-MM-DD\`, timestamps are in UTC. Unknown fields are refused.

${table(
  ['operation', 'path', 'scope'],
  operations.map(({ name, path, scope }) => [`[${name}](${pathOf(name)})`, `\`${path}\``, `\`${scope}\``]),
)}
`;
}

function operationText(operation: Operation, schemas: Schemas): string {
  const component = componentName(operation.name);
  const fields = (suffix: 'Request' | 'Answer') =>
    table(
      ['field', 'type', 'required', 'description'],
      memberFacts(schemas, schemas[`${component}${suffix}`] ?? {}).map(
        ({ path, type, required, description }) => [
          `\`${path}\``,
          type,
          required ? 'yes' : '',
          description ?? '',
        ],
      ),
    );
  return `# ${operation.summary}

\`POST ${operation.path}\`, scope \`${operation.scope}\`, returns ${operation.statuses.join(' or ')}.

${operation.description}

## Request

${fields('Request')}

Example:

\`\`\`json
${JSON.stringify(mainExample(operation).request, null, 2)}
\`\`\`

## Response

${fields('Answer')}

## Errors

${table(['code', 'status', 'what to do'], errorRows(operation.errors))}
`;
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

Connect to \`POST /mcp\` with \`Authorization: ApiKey <key>\` or \`Authorization: Bearer <key>\`. A key sees only the tools that
its scopes allow.

${tools.join('\n\n')}
`;
}

function errorRows(codes: readonly ErrorCode[]): string[][] {
  return codes.map(code => [`\`${code}\``, String(ERRORS[code].status), ERRORS[code].action]);
}

function tableText(title: string, columns: readonly string[], rows: readonly string[][]): string {
  return `# ${title}\n\n${table(columns, rows)}\n`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
