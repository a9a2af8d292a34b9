/** Generates valid and nearly valid requests from the schemas in the published document. */
import fc, { type Arbitrary } from 'fast-check';

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
}

export interface Document {
  paths: Record<string, { post?: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

/** Values for ID fields, including other organisations' IDs, so that requests ask for data that must not be shown. */
type Ids = readonly string[];

const STRANGE: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    '',
    ' ',
    '\0',
    '\u202Eabc',
    '\uD800',
    '%',
    '_',
    "' OR 1=1 --",
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    { $ref: '#' },
    'null',
    '../../etc/passwd',
    '${7*7}',
    '4111111111111111',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

export function requestArbitrary(document: Document, path: string, ids: Ids): Arbitrary<unknown> {
  const schema = document.paths[path]?.post?.requestBody.content['application/json']?.schema ?? {};
  return nearValue(document, schema, ids, 0);
}

function nearValue(document: Document, schema: Schema, ids: Ids, depth: number): Arbitrary<unknown> {
  const good = goodValue(document, schema, ids, depth);
  return fc.oneof({ weight: 30, arbitrary: good }, { weight: depth === 0 ? 0 : 1, arbitrary: STRANGE });
}

function goodValue(document: Document, schema: Schema, ids: Ids, depth: number): Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) as string;
    return goodValue(document, document.components.schemas[name] ?? {}, ids, depth);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(each => goodValue(document, each, ids, depth)));
  if (schema.allOf) {
    return goodValue(document, Object.assign({}, schema, { allOf: undefined }, ...schema.allOf), ids, depth);
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(document, schema, ids, depth);
  if (type === 'array') {
    const { items = {}, minItems = 0, maxItems = 4 } = schema;
    const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, minItems + 3)) };
    return fc.array(nearValue(document, items, ids, depth + 1), bounds);
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1_000 } = schema;
    const whole = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 2 ** 31 - 1)) });
    return type === 'integer'
      ? whole
      : fc.oneof(whole, fc.double({ min: minimum, max: maximum, noNaN: true }));
  }
  return textOf(schema, ids);
}

function objectOf(document: Document, schema: Schema, ids: Ids, depth: number): Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {});
  const model = Object.fromEntries(
    members.map(([name, each]) => [name, nearValue(document, each, ids, depth + 1)]),
  );
  const known = fc.record(model, { requiredKeys: (schema.required ?? []) as never[] });
  const more = fc.dictionary(
    fc.constantFrom('surprise', '__proto__', 'constructor', 'toString', ''),
    STRANGE,
    {
      maxKeys: 1,
    },
  );
  return fc.oneof(
    { weight: 20, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, more).map(([value, extra]) => ({ ...value, ...extra })) },
  );
}

const DATES = ['2026-12-01', '2027-01-15', '2027-02-28', '2026-02-30', '0000-00-00', '9999-12-31'];

function textOf({ pattern, format, minLength = 0, maxLength = 60 }: Schema, ids: Ids): Arbitrary<string> {
  if (format === 'date' || pattern?.includes('\\d{4}-'))
    return fc.constantFrom(...DATES, '2027-01-15T10:00:00Z');
  if (format === 'date-time') return fc.constantFrom('2027-01-15T10:00:00Z', '2027-13-01T00:00:00Z');
  const free = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  });
  const made = pattern === undefined ? [] : [byPattern(pattern)];
  return fc.oneof(fc.constantFrom(...ids), free, ...made);
}

/** Not every regular expression can be inverted. */
function byPattern(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return fc.constant('ES');
  }
}
