/** The reference of both interfaces: what each operation takes, gives and refuses. */
import { COMMON_ERRORS } from '../../../contract/src/errors.ts';
import type { JsonSchema } from '../../../contract/src/openapi/json-schema.ts';
import { mainExample } from '../../../contract/src/openapi/recorded-examples.ts';
import { componentName } from '../../../contract/src/openapi/schema-catalogue.ts';
import type { OpenApiDocument } from '../../../contract/src/openapi.ts';
import { OPERATIONS } from '../../../contract/src/operations.ts';
import { operatorPath } from '../../../contract/src/operator-operation.ts';
import { OPERATOR_OPERATIONS } from '../../../contract/src/operator-operations.ts';
import { operatorDocument, partnerDocument } from '../contract-documents.ts';
import { anchor, code, json, page, table } from '../markdown.ts';
import { memberTable } from '../member-table.ts';
import { mergeTwins } from '../merge-twins.ts';

interface DescribedOperation {
  name: string;
  summary: string;
  description: string;
  /** Facts above the tables, one a line. */
  facts: readonly string[];
  errors: readonly string[];
  examples: { request: unknown; answer: unknown };
}

/** Shapes that stand with their operation, their event or the errors. */
const OWN_PLACE = /(Event|EventData|ErrorBody)$/;
const BODIES = new Set(
  [...OPERATIONS, ...OPERATOR_OPERATIONS].flatMap(({ name }) => [
    `${componentName(name)}Request`,
    `${componentName(name)}Answer`,
  ]),
);

export function operationsPage(): string {
  const operations = OPERATIONS.map(operation => ({
    ...operation,
    examples: mainExample(operation),
    facts: [
      `${code(`POST ${operation.path}`)}${operation.aliases.map(path => `, also ${code(path)}`).join('')}`,
      `Scope ${code(operation.scope)}. Answers ${operation.statuses.join(' or ')}.`,
    ],
  }));
  const introduction = `Every operation is a \`POST\` of one JSON object. Beside its own members every answer carries \`meta\`, and \`warnings\` when there is something to say. Any operation may answer ${COMMON_ERRORS.map(code).join(', ')}; see [errors](errors.md).`;
  return operationPage(
    'Operations',
    introduction,
    operations,
    shapesOf(partnerDocument(), 'shapes.md'),
    COMMON_ERRORS,
  );
}

export function operatorOperationsPage(): string {
  const operations = OPERATOR_OPERATIONS.map(operation => ({
    ...operation,
    facts: [
      code(`POST ${operatorPath(operation.name)}`),
      operation.public
        ? 'Needs no credentials.'
        : `Role ${code(operation.role)} or stronger${operation.staff ? ', for the operator only: the operator token, or people of the organisation that runs the service' : ''}.`,
    ],
  }));
  const common = OPERATOR_OPERATIONS[0]?.errors.filter(each =>
    OPERATOR_OPERATIONS.every(({ errors }) => errors.includes(each)),
  );
  const introduction = `What the dashboard and the command line call, on the dashboard address, with the session cookie or \`Authorization: Bearer <operator token>\`. Any operation may answer ${(common ?? []).map(code).join(', ')}; see [errors](errors.md).`;
  return operationPage(
    'Operator operations',
    introduction,
    operations,
    shapesOf(operatorDocument(), 'operator-shapes.md'),
    common ?? [],
  );
}

export function shapesPage(): string {
  const introduction =
    'Objects and lists of words that stand in more than one [operation](operations.md) or [event](events.md). Answers may carry members and words that are not listed here.';
  return shapePage('Shapes', introduction, shapesOf(partnerDocument(), ''));
}

export function operatorShapesPage(): string {
  const introduction =
    'Objects and lists of words that stand in more than one [operator operation](operator-operations.md).';
  return shapePage('Operator shapes', introduction, shapesOf(operatorDocument(), ''));
}

function operationPage(
  title: string,
  introduction: string,
  operations: readonly DescribedOperation[],
  { schemas, nameOf, shapesPage }: Shapes,
  commonErrors: readonly string[],
): string {
  const members = (name: string) => memberTable(schemas[name] ?? {}, nameOf, shapesPage);
  const sections = operations.map(operation => {
    const own = operation.errors.filter(each => !commonErrors.includes(each));
    return [
      `## ${operation.name}`,
      `${operation.summary}. ${operation.description}`,
      operation.facts.join('\n\n'),
      ...(own.length > 0 ? [`Own errors: ${own.map(code).join(', ')}.`] : []),
      '### Request',
      members(`${componentName(operation.name)}Request`),
      json(operation.examples.request),
      '### Answer',
      members(`${componentName(operation.name)}Answer`),
      json(operation.examples.answer),
    ].join('\n\n');
  });
  const contents = table(
    ['operation', ''],
    operations.map(({ name, summary }) => [anchor(name), summary]),
  );
  return page(title, introduction, [contents, ...sections]);
}

interface Shapes {
  schemas: Readonly<Record<string, JsonSchema>>;
  nameOf: (name: string) => string;
  shapesPage: string;
}

function shapesOf({ components: { schemas } }: OpenApiDocument, shapesPage: string): Shapes {
  const names = Object.keys(schemas);
  return {
    schemas,
    shapesPage,
    nameOf: mergeTwins(names, (name, nameOf) => memberTable(schemas[name] ?? {}, nameOf)),
  };
}

function shapePage(title: string, introduction: string, { schemas, nameOf }: Shapes): string {
  const names = Object.keys(schemas).filter(
    name => nameOf(name) === name && !OWN_PLACE.test(name) && !BODIES.has(name),
  );
  const sections = names.map(name => {
    const { description, enum: words, ...schema } = schemas[name] ?? {};
    const body = words ? words.map(word => code(String(word))).join(', ') : memberTable(schema, nameOf);
    return [`## ${name}`, ...(description ? [description] : []), body].join('\n\n');
  });
  return page(title, introduction, sections);
}
