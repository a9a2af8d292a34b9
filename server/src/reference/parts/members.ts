/** Renders the fields of a schema as rows. Nested fields can be expanded under their parent. Pure. */
import type { JsonSchema } from '@serai/contract/openapi/json-schema.ts';
import { wordsIn } from '@serai/contract/openapi/open-enums.ts';
import { refName } from '@serai/contract/openapi/schema-catalogue.ts';
import { type Html, html, prose } from './html.ts';

export type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * `anchor` is the prefix of all row ids, for example `request` or `answer`. Only request fields are marked as required.
 */
export function memberList(schemas: Schemas, schema: JsonSchema, anchor: string): Html {
  const rows = rowsOf(schemas, resolve(schemas, schema), anchor);
  return rows.length === 0 ? html`<p class="faint">No fields.</p>` : html`<ul class="members">${rows}</ul>`;
}

/** Returns the dotted paths of all fields, for the search. */
export function memberPaths(schemas: Schemas, schema: JsonSchema, prefix = ''): string[] {
  return Object.entries(resolve(schemas, schema).properties ?? {}).flatMap(([name, member]) => {
    const path = prefix + name;
    const inner = innerObjects(schemas, member).flatMap(each => memberPaths(schemas, each, `${path}.`));
    return [path, ...inner];
  });
}

export interface MemberFacts {
  /** The dotted path of the field, starting at the body. */
  path: string;
  type: string;
  required: boolean;
  limits: string | null;
  words: string[];
  description: string | null;
}

/** Returns all fields as plain data. Each field comes before its nested fields. */
export function memberFacts(schemas: Schemas, schema: JsonSchema, prefix = ''): MemberFacts[] {
  const { required = [], properties = {} } = resolve(schemas, schema);
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix + name;
    const limits = limitsOf(schemas, member);
    const facts: MemberFacts = {
      path,
      type: typeText(schemas, member),
      required: required.includes(name),
      limits: limits === '' ? null : limits,
      words: wordsOf(schemas, member),
      description: describedAs(schemas, member) ?? null,
    };
    return [facts, ...innerObjects(schemas, member).flatMap(each => memberFacts(schemas, each, `${path}.`))];
  });
}

function describedAs(schemas: Schemas, member: JsonSchema): string | undefined {
  return member.description ?? resolve(schemas, member).description;
}

function rowsOf(schemas: Schemas, schema: JsonSchema, anchor: string): Html[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, member]) =>
    row(schemas, name, member, required.has(name), `${anchor}.${name}`),
  );
}

function row(schemas: Schemas, name: string, member: JsonSchema, isRequired: boolean, id: string): Html {
  const inner = innerObjects(schemas, member).flatMap(each => rowsOf(schemas, each, id));
  const limits = limitsOf(schemas, member);
  const words = wordsOf(schemas, member);
  const described = describedAs(schemas, member);
  return html`<li id="${id}">
<div class="member"><a href="#${id}"><code>${name}</code></a> <span class="type">${typeText(schemas, member)}</span>${presenceOf(
    isRequired,
    id,
  )}${limits !== '' && html` <span class="limits">${limits}</span>`}</div>
${described !== undefined && html`<div class="about">${prose(described)}</div>`}
${words.length > 0 && html`<div class="words">${words.map(word => html`<code>${word}</code> `)}</div>`}
${
  inner.length > 0 &&
  html`<details><summary>${inner.length === 1 ? '1 member' : `${inner.length} members`}</summary><ul class="members">${inner}</ul></details>`
}
</li>`;
}

function presenceOf(isRequired: boolean, id: string): Html | false {
  if (!id.startsWith('request.')) return !isRequired && html` <span class="limits">optional</span>`;
  return isRequired && html` <span class="required">required</span>`;
}

function resolve(schemas: Schemas, schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : (schemas[refName(schema.$ref)] ?? {});
}

/** Returns the objects inside a field: the field itself, its items, its values, or its alternatives. */
function innerObjects(schemas: Schemas, member: JsonSchema): JsonSchema[] {
  const schema = resolve(schemas, member);
  if (schema.properties) return [schema];
  if (schema.items) return innerObjects(schemas, schema.items);
  if (typeof schema.additionalProperties === 'object')
    return innerObjects(schemas, schema.additionalProperties);
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).flatMap(part => innerObjects(schemas, part));
  return alternatives.length > 1 ? [mergeObjects(alternatives)] : alternatives;
}

/** Lists each field of several alternatives once. A field is required only if every alternative requires it. */
function mergeObjects(alternatives: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = alternatives;
  return {
    properties: Object.assign({}, ...alternatives.toReversed().map(({ properties }) => properties)),
    required: (first.required ?? []).filter(name => others.every(({ required }) => required?.includes(name))),
  };
}

/** For example `list of strings`. `isPlural` is set for the contents of a list or map. */
function typeText(schemas: Schemas, member: JsonSchema, isPlural = false): string {
  const ending = isPlural ? 's' : '';
  const schema = resolve(schemas, member);
  if ('const' in schema) return JSON.stringify(schema.const);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return [...new Set(alternatives.map(part => typeText(schemas, part, isPlural)))].join(' or ');
  if (Array.isArray(schema.type)) {
    return schema.type
      .map(type => (type === 'null' ? 'null' : typeText(schemas, { ...schema, type }, isPlural)))
      .join(' or ');
  }
  if (schema.type === 'array') return `list${ending} of ${typeText(schemas, schema.items ?? {}, true)}`;
  if (schema.type === 'object') {
    return schema.properties === undefined && typeof schema.additionalProperties === 'object'
      ? `map${ending} of ${typeText(schemas, schema.additionalProperties, true)}`
      : `object${ending}`;
  }
  if (schema.type === 'null') return 'null';
  const name = schema.format ?? schema.type;
  return name === undefined ? `any${isPlural ? ' values' : ''}` : `${name}${ending}`;
}

function wordsOf(schemas: Schemas, member: JsonSchema): string[] {
  const schema = resolve(schemas, member);
  const words = wordsIn(schema);
  if (words) return words.filter(word => word !== null).map(String);
  if (schema.items) return wordsOf(schemas, schema.items);
  return (schema.anyOf ?? []).flatMap(part => wordsOf(schemas, part));
}

function limitsOf(schemas: Schemas, member: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, multipleOf } = resolve(schemas, member);
  return [
    rangeText(minimum, maximum, ''),
    rangeText(minLength, maxLength, ' characters'),
    rangeText(minItems, maxItems, ' items'),
    multipleOf === undefined ? '' : `in steps of ${multipleOf}`,
  ]
    .filter(text => text !== '')
    .join(', ');
}

function rangeText(from: unknown, to: unknown, unit: string): string {
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return `at least ${from}${unit}`;
  if (from === undefined) return `at most ${to}${unit}`;
  return from === to ? `${from}${unit}` : `${from} to ${to}${unit}`;
}
