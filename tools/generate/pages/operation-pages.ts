import { COMMON_ERRORS } from '../../../contract/src/errors.ts';
import type { JsonSchema } from '../../../contract/src/openapi/json-schema.ts';
import { wordsIn } from '../../../contract/src/openapi/open-enums.ts';
import { mainExample } from '../../../contract/src/openapi/recorded-examples.ts';
import { componentName } from '../../../contract/src/openapi/schema-catalogue.ts';
import type { OpenApiDocument } from '../../../contract/src/openapi.ts';
import type { TypeNames } from '../../../contract/src/operation.ts';
import { OPERATIONS } from '../../../contract/src/operations.ts';
import { operatorPath } from '../../../contract/src/operator-operation.ts';
import { OPERATOR_OPERATIONS } from '../../../contract/src/operator-operations.ts';
import { operatorDocument, partnerDocument } from '../contract-documents.ts';
import { fieldTable } from '../field-table.ts';
import { anchor, code, json, page, table } from '../markdown.ts';
import { mergeTwins } from '../merge-twins.ts';

interface DescribedOperation {
  name: string;
  summary: string;
  description: string;
  /** Facts that are printed above the tables, one per paragraph. */
  facts: readonly string[];
  typeNames: TypeNames;
  errors: readonly string[];
  examples: { request: unknown; answer: unknown };
}

/** Shapes that are already described with their operation or event, or on the errors page. */
const OWN_PLACE = /(Event|EventData|ErrorBody)$/;
const BODIES = new Set(
  [...OPERATIONS.map(({ typeNames }) => typeNames), ...OPERATOR_OPERATIONS.map(operatorTypes)].flatMap(
    ({ request, response }) => [request, response],
  ),
);

function operatorTypes({ name }: { name: string }): TypeNames {
  return { request: `${componentName(name)}Request`, response: `${componentName(name)}Answer` };
}

export function operationsPage(): string {
  const operations = OPERATIONS.map(operation => ({
    ...operation,
    examples: mainExample(operation),
    facts: [
      `${code(`POST ${operation.path}`)}${operation.aliases.map(path => `, also ${code(path)}`).join('')}`,
      `Scope ${code(operation.scope)}. Returns ${operation.statuses.join(' or ')}.`,
    ],
  }));
  const introduction = `Every operation is a \`POST\` request with one JSON object. In addition to its own fields, every response contains \`meta\` and, if there are any, \`warnings\`. Any operation may return ${COMMON_ERRORS.map(code).join(', ')}; see [errors](errors.md).`;
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
    typeNames: operatorTypes(operation),
    facts: [
      code(`POST ${operatorPath(operation.name)}`),
      operation.public
        ? 'Requires no credentials.'
        : `Requires the permission ${code(operation.permission)}. See [roles](roles.md).`,
    ],
  }));
  const common = OPERATOR_OPERATIONS[0]?.errors.filter(each =>
    OPERATOR_OPERATIONS.every(({ errors }) => errors.includes(each)),
  );
  const introduction = `The dashboard and the command line use these operations. Send requests to the base URL of the dashboard, with the session cookie or \`Authorization: Bearer <operator token>\`. Any operation may return ${(common ?? []).map(code).join(', ')}; see [errors](errors.md).`;
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
    'Several [operations](operations.md) or [events](events.md) use these objects and lists of values. Responses may contain fields and values that are not listed here.';
  return shapePage('Shapes', introduction, shapesOf(partnerDocument(), ''));
}

export function operatorShapesPage(): string {
  const introduction =
    'Several [operator operations](operator-operations.md) use these objects and lists of values.';
  return shapePage('Operator shapes', introduction, shapesOf(operatorDocument(), ''));
}

function operationPage(
  title: string,
  introduction: string,
  operations: readonly DescribedOperation[],
  { schemas, nameOf, shapesPage }: Shapes,
  commonErrors: readonly string[],
): string {
  const members = (name: string) => fieldTable(schemas[name] ?? {}, nameOf, shapesPage);
  const sections = operations.map(operation => {
    const own = operation.errors.filter(each => !commonErrors.includes(each));
    return [
      `## ${operation.name}`,
      `${operation.summary}. ${operation.description}`,
      operation.facts.join('\n\n'),
      ...(own.length > 0 ? [`Errors of this operation: ${own.map(code).join(', ')}.`] : []),
      '### Request',
      members(operation.typeNames.request),
      json(operation.examples.request),
      '### Response',
      members(operation.typeNames.response),
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
    nameOf: mergeTwins(names, (name, nameOf) => fieldTable(schemas[name] ?? {}, nameOf)),
  };
}

function shapePage(title: string, introduction: string, { schemas, nameOf }: Shapes): string {
  const names = Object.keys(schemas).filter(
    name => nameOf(name) === name && !OWN_PLACE.test(name) && !BODIES.has(name),
  );
  const sections = names.map(name => {
    const { description, ...schema } = schemas[name] ?? {};
    const words = wordsIn(schema);
    const body = words ? words.map(word => code(String(word))).join(', ') : fieldTable(schema, nameOf);
    return [`## ${name}`, ...(description ? [description] : []), body].join('\n\n');
  });
  return page(title, introduction, sections);
}
