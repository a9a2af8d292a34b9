/** Prints a JSON Schema as a TypeScript type. Rejects schema features that the contract does not use. */
import type { JsonSchema } from '../../contract/src/openapi/json-schema.ts';
import { refName } from '../../contract/src/openapi/schema-catalogue.ts';

export interface PrintOptions {
  /** Set for responses, so that new enumeration values do not break programs. */
  openEnums: boolean;
  /** Set for requests, so that undefined is allowed under any compiler setting. */
  optionalUndefined: boolean;
  nameOf: (name: string) => string;
}

export function printType(schema: JsonSchema, options: PrintOptions): string {
  if (schema.$ref !== undefined) return options.nameOf(refName(schema.$ref));
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return printEnum(schema.enum, options);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return printUnion(alternatives.map(part => printType(part, options)));
  if (schema.allOf) return schema.allOf.map(part => printPart(part, options)).join(' & ');
  if (Array.isArray(schema.type)) {
    return printUnion(schema.type.map(type => printType({ ...schema, type }, options)));
  }
  return printPlain(schema, options);
}

/** Prints a comment above a declaration or property. Returns an empty string if there is no description. */
export function printComment(description: string | undefined, indent: string): string {
  if (!description) return '';
  const lines = description.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function printPlain(schema: JsonSchema, options: PrintOptions): string {
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return printArray(schema, options);
    case 'object':
      return printObject(schema, options);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No TypeScript type for ${JSON.stringify(schema)}.`);
  }
}

function printArray(schema: JsonSchema, options: PrintOptions): string {
  if (schema.prefixItems) return `[${schema.prefixItems.map(item => printType(item, options)).join(', ')}]`;
  return `${printPart(schema.items ?? {}, options)}[]`;
}

function printObject(schema: JsonSchema, options: PrintOptions): string {
  const members = Object.entries(schema.properties ?? {});
  const { additionalProperties: more } = schema;
  if (members.length === 0) {
    if (more === false) return 'Record<string, never>';
    return `Record<string, ${typeof more === 'object' ? printType(more, options) : 'unknown'}>`;
  }
  const required = new Set(schema.required);
  const lines = members.map(([name, member]) => {
    const optional = !required.has(name);
    const type = printType(member, options);
    const suffix = optional && options.optionalUndefined && type !== 'unknown' ? ' | undefined' : '';
    const text = `${memberName(name)}${optional ? '?' : ''}: ${type}${suffix};`;
    return `${printComment(member.description, '')}${text}`;
  });
  if (typeof more === 'object') lines.push('[key: string]: unknown;');
  return `{\n${indented(lines.join('\n'))}\n}`;
}

function printEnum(words: readonly unknown[], options: PrintOptions): string {
  const literals = words.map(literal);
  const open = options.openEnums && words.every(word => typeof word === 'string');
  return printUnion(open ? [...literals, '(string & {})'] : literals);
}

function printUnion(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes('unknown')) return 'unknown';
  return distinct.join(' | ');
}

/** Prints an element of a list or an intersection, in parentheses if it is a union. */
function printPart(schema: JsonSchema, options: PrintOptions): string {
  const type = printType(schema, options);
  const joined = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.enum ?? Array.isArray(schema.type);
  return schema.$ref === undefined && joined ? `(${type})` : type;
}

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
