/** Prints a JSON Schema as a table of fields. Nested fields are listed by path, and named shapes become links. */
import type { JsonSchema } from '../../contract/src/openapi/json-schema.ts';
import { wordsIn } from '../../contract/src/openapi/open-enums.ts';
import { refName } from '../../contract/src/openapi/schema-catalogue.ts';
import { anchor, code, table } from './markdown.ts';

interface Links {
  nameOf: (name: string) => string;
  /** The page that describes the named shapes. Empty if it is the same page. */
  page: string;
}

/** `page` is the page that describes the named shapes, if it is a different page. */
export function fieldTable(schema: JsonSchema, nameOf: Links['nameOf'], page = ''): string {
  const rows = fieldRows(schema, '', { nameOf, page });
  if (rows.length === 0) return 'No fields.';
  return table(['field', 'type', 'required', ''], rows);
}

function fieldRows(schema: JsonSchema, prefix: string, links: Links): string[][] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix + name;
    const row = [
      code(path),
      typeText(member, links),
      required.has(name) ? 'yes' : '',
      member.description ?? '',
    ];
    return [row, ...innerRows(member, path, links)];
  });
}

function innerRows(member: JsonSchema, path: string, links: Links): string[][] {
  if (member.properties) return fieldRows(member, `${path}.`, links);
  if (member.items) return innerRows(member.items, `${path}[]`, links);
  return (member.anyOf ?? member.oneOf ?? []).flatMap(part => innerRows(part, path, links));
}

/** `isPlural` is set for the contents of a list or map. A named shape is not changed, because its name is a link. */
function typeText(schema: JsonSchema, links: Links, isPlural = false): string {
  if (schema.$ref !== undefined) return anchor(links.nameOf(refName(schema.$ref)), links.page);
  if ('const' in schema) return code(JSON.stringify(schema.const));
  const words = wordsIn(schema);
  if (words) {
    const listed = words.map(word => code(String(word))).join(', ');
    return Array.isArray(schema.type) ? `${listed} or null` : listed;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return [...new Set(alternatives.map(part => typeText(part, links, isPlural)))].join(' or ');
  if (schema.allOf) return schema.allOf.map(part => typeText(part, links, isPlural)).join(' and ');
  if (Array.isArray(schema.type)) {
    return schema.type
      .map(type => (type === 'null' ? 'null' : typeText({ ...schema, type }, links, isPlural)))
      .join(' or ');
  }
  if (schema.type === 'array') return listText(schema, links, isPlural);
  const ending = isPlural && schema.type !== 'null' ? 's' : '';
  const { additionalProperties: values } = schema;
  if (schema.type === 'object' && !schema.properties && typeof values === 'object')
    return `map${ending} of ${typeText(values, links, true)}`;
  if (schema.type === undefined) return isPlural ? 'any values' : 'any';
  const range = valueRange(schema);
  const limits = range && `, ${isPlural ? 'each ' : ''}${range}`;
  return `${schema.format ?? schema.type}${ending}${limits}`;
}

/** For example `list of 1 to 200 strings`, or `list of at most 3 of` and the words that are allowed. */
function listText(schema: JsonSchema, links: Links, isPlural: boolean): string {
  const { items = {}, minItems, maxItems } = schema;
  const contents = typeText(items, links, true);
  const noun = `list${isPlural ? 's' : ''} of`;
  if (minItems === 1 && maxItems === undefined) return `non-empty ${noun} ${contents}`;
  const count = rangeText(minItems as number | undefined, maxItems as number | undefined);
  const words = wordsIn(items);
  return [noun, count, count && words && 'of', contents].filter(Boolean).join(' ');
}

function valueRange({ type, minimum, maximum, minLength, maxLength }: JsonSchema): string {
  if (type !== 'string') return rangeText(minimum, maximum);
  const length = rangeText(minLength as number | undefined, maxLength as number | undefined);
  return length && `${length} characters`;
}

function rangeText(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && from === to) return `exactly ${from}`;
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (from !== undefined) return `at least ${from}`;
  return to === undefined ? '' : `at most ${to}`;
}
