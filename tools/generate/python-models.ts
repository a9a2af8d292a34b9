/**
 * Prints the schemas of the contract as Python: requests as TypedDicts with the names of the JSON fields, responses as
 * frozen dataclasses with a table from which the decoder of the package works.
 */
import type { JsonSchema } from '../../contract/src/openapi/json-schema.ts';
import { type Component, refName } from '../../contract/src/openapi/schema-catalogue.ts';
import { attributeName, innerClassName } from './python-names.ts';

/** A printed type, and the expression from which the decoder reads it. Null: the JSON value is used as it is. */
interface Printed {
  type: string;
  decode: string | null;
}

export class PythonModels {
  readonly #classes: string[] = [];
  readonly #names = new Set<string>();
  readonly #components: ReadonlyMap<string, Component>;
  readonly #oldNames: Map<string, string>;

  /** `oldNames` are the names of components in earlier versions, by their present name. */
  constructor(components: readonly Component[], oldNames: ReadonlyMap<string, string> = new Map()) {
    this.#components = new Map(components.map(component => [component.name, component]));
    this.#oldNames = new Map(oldNames);
  }

  /** The names of all printed classes in earlier versions, if they differ. Complete after `print`. */
  oldNames(): ReadonlyMap<string, string> {
    return new Map([...this.#oldNames].filter(([now, before]) => now !== before && this.#names.has(now)));
  }

  #innerName(parent: string, property: string, isItem: boolean): string {
    const name = innerClassName(parent, property, isItem);
    const before = this.#oldNames.get(parent);
    if (before !== undefined) this.#oldNames.set(name, innerClassName(before, property, isItem));
    return name;
  }

  /** Every class, those that are used before those that use them. */
  print(summaries: ReadonlyMap<string, string>): string {
    for (const name of this.#components.keys()) this.#printComponent(name, summaries);
    return this.#classes.join('\n\n');
  }

  #printComponent(name: string, summaries: ReadonlyMap<string, string>): void {
    if (name === 'Money' || this.#names.has(name)) return;
    const component = this.#components.get(name);
    if (component === undefined) throw new Error(`There is no component named ${name}.`);
    const { schema, direction } = component;
    const description = schema.description ?? summaries.get(name) ?? '';
    if (direction === 'request') {
      if (schema.properties || schema.type === 'object') this.#printRequest(name, schema, description);
      else this.#add(name, `${name}: TypeAlias = ${this.#requestType(schema, name)}`);
    } else if (schema.properties) this.#printModel(name, schema, description);
    else this.#add(name, `${name}: TypeAlias = ${this.#answerType(schema, name, '', false).type}`);
  }

  #add(name: string, text: string): void {
    this.#names.add(name);
    this.#classes.push(text);
  }

  #claim(name: string): void {
    if (this.#names.has(name)) throw new Error(`Two Python classes have the name ${name}.`);
    this.#names.add(name);
  }

  #printModel(name: string, schema: JsonSchema, description: string): void {
    this.#claim(name);
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([wire, part]) => {
      const { type, decode } = this.#answerType(part, name, wire, false);
      const isOptional = !required.has(wire);
      const attribute = attributeName(wire);
      const mayBeNone = isOptional && !type.endsWith('| None');
      return {
        lines: [
          `    ${attribute}: ${type}${mayBeNone ? ' | None' : ''}${isOptional ? ' = None' : ''}`,
          ...docLines(part),
        ],
        row: `        (${quoted(wire)}, ${quoted(attribute)}, ${decode ?? 'None'}, ${isOptional ? 'True' : 'False'}),`,
        isOptional,
      };
    });
    const ordered = [...fields.filter(each => !each.isOptional), ...fields.filter(each => each.isOptional)];
    this.#classes.push(
      [
        '@dataclasses.dataclass(frozen=True, slots=True)',
        `class ${name}(Model):`,
        ...(description ? [`    """${docText(description)}"""`, ''] : []),
        ...ordered.flatMap(({ lines }) => lines),
        '    extra: JsonObject = dataclasses.field(default_factory=JsonObject, repr=False)',
        '',
        `register(\n    ${name},\n    (\n${ordered.map(({ row }) => row).join('\n')}\n    ),\n)`,
      ].join('\n'),
    );
  }

  #printRequest(name: string, schema: JsonSchema, description: string): void {
    this.#claim(name);
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([wire, part]) => {
      const type = this.#requestType(part, name, wire);
      return { wire, part, type: required.has(wire) ? type : `NotRequired[${type}]` };
    });
    const doc = description ? [`    """${docText(description)}"""`, ''] : [];
    // A field that has the name of a Python keyword cannot be declared in a class.
    if (fields.some(({ wire }) => attributeName(wire).endsWith('_'))) {
      const rows = fields.map(({ wire, type }) => `        ${quoted(wire)}: ${quoted(type)},`);
      this.#classes.push(`${name} = TypedDict(\n    ${quoted(name)},\n    {\n${rows.join('\n')}\n    },\n)`);
      return;
    }
    const lines = fields.flatMap(({ wire, part, type }) => [`    ${wire}: ${type}`, ...docLines(part)]);
    const body = lines.length + doc.length === 0 ? ['    pass'] : [...doc, ...lines];
    this.#classes.push([`class ${name}(TypedDict):`, ...body].join('\n'));
  }

  #answerType(schema: JsonSchema, parent: string, property: string, isItem: boolean): Printed {
    const nullable = withoutNull(schema);
    if (nullable) {
      const { type, decode } = this.#answerType(nullable, parent, property, isItem);
      return { type: type === 'Any' ? type : `${type} | None`, decode };
    }
    if (schema.$ref !== undefined) return this.#reference(refName(schema.$ref));
    if ('const' in schema) return { type: literals([schema.const]), decode: null };
    if (schema.enum) return { type: openEnumeration(schema.enum), decode: null };
    if (schema.anyOf) return this.#eitherModel(schema.anyOf, parent, property, isItem);
    if (schema.type === 'array') {
      const item = this.#answerType(schema.items ?? {}, parent, property, true);
      return { type: `list[${item.type}]`, decode: item.decode && `ListOf(${item.decode})` };
    }
    if (schema.type === 'object' && schema.properties) {
      const name = this.#innerName(parent, property, isItem);
      this.#printModel(name, schema, schema.description ?? '');
      return { type: name, decode: name };
    }
    return plainType(schema);
  }

  #reference(name: string): Printed {
    if (name === 'Money' || name === 'NonNegativeMoney') return { type: 'Money', decode: 'Money' };
    this.#printComponent(name, new Map());
    // A component without properties is an alias, such as that of an enumeration.
    return { type: name, decode: this.#components.get(name)?.schema.properties ? name : null };
  }

  /** Prints alternatives. The decoder distinguishes them by their required fields, and tries the one with most fields first. */
  #eitherModel(parts: readonly JsonSchema[], parent: string, property: string, isItem: boolean): Printed {
    const printed = parts.map(part => this.#answerType(part, parent, property, isItem));
    const names = printed.map(({ decode }) => decode);
    return { type: printed.map(({ type }) => type).join(' | '), decode: `EitherOf(${names.join(', ')})` };
  }

  #requestType(schema: JsonSchema, parent: string, property = '', isItem = false): string {
    const nullable = withoutNull(schema);
    if (nullable) return `${this.#requestType(nullable, parent, property, isItem)} | None`;
    if (schema.$ref !== undefined) {
      const name = refName(schema.$ref);
      if (/^(NonNegative)?MoneyInput$/.test(name)) return 'MoneyInput';
      this.#printComponent(name, new Map());
      return name;
    }
    if (schema.enum) return literals(schema.enum);
    if (schema.anyOf) {
      return schema.anyOf.map(part => this.#requestType(part, parent, property, isItem)).join(' | ');
    }
    if (schema.type === 'array') {
      return `Sequence[${this.#requestType(schema.items ?? {}, parent, property, true)}]`;
    }
    if (schema.type === 'object' && schema.properties) {
      const name = this.#innerName(parent, property, isItem);
      this.#printRequest(name, schema, schema.description ?? '');
      return name;
    }
    if (schema.format === 'date') return 'dt.date | str';
    if (schema.format === 'date-time') return 'dt.datetime | str';
    return plainType(schema).type.replace('dict[', 'Mapping[');
  }
}

function plainType(schema: JsonSchema): Printed {
  if (schema.format === 'date') return { type: 'dt.date', decode: 'DATE' };
  if (schema.format === 'date-time') return { type: 'dt.datetime', decode: 'INSTANT' };
  switch (schema.type) {
    case 'string':
      return { type: 'str', decode: null };
    case 'integer':
      return { type: 'int', decode: null };
    case 'number':
      return { type: 'float', decode: null };
    case 'boolean':
      return { type: 'bool', decode: null };
    case 'object': {
      const { additionalProperties: more } = schema;
      const value = typeof more === 'object' ? plainType(more).type : 'Any';
      return { type: `dict[str, ${value}]`, decode: null };
    }
    case undefined:
      if (schema.oneOf || schema.allOf) throw new Error(`No Python type for ${JSON.stringify(schema)}.`);
      return { type: 'Any', decode: null };
    default:
      throw new Error(`No Python type for ${JSON.stringify(schema)}.`);
  }
}

function withoutNull(schema: JsonSchema): JsonSchema | undefined {
  if (Array.isArray(schema.type))
    return { ...schema, type: schema.type.find(type => type !== 'null') ?? 'null' };
  const rest = schema.anyOf?.filter(part => part.type !== 'null');
  if (!rest || rest.length === schema.anyOf?.length) return undefined;
  const [only, ...more] = rest;
  return only && more.length === 0
    ? { ...only, ...(schema.description && { description: schema.description }) }
    : { anyOf: rest };
}

/** Later versions may add values. */
function openEnumeration(words: readonly unknown[]): string {
  return `${literals(words)} | ${words.every(word => typeof word === 'number') ? 'int' : 'str'}`;
}

function literals(words: readonly unknown[]): string {
  return `Literal[${words.map(literal).join(', ')}]`;
}

function literal(word: unknown): string {
  if (typeof word === 'boolean') return word ? 'True' : 'False';
  return typeof word === 'string' ? quoted(word) : String(word);
}

export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A docstring must not contain its own end, and must not end with a quotation mark. */
export function docText(description: string): string {
  const text = description.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll('\n', ' ').trim();
  return text.endsWith('"') ? `${text.slice(0, -1)}\\"` : text;
}

/** The description of a field, in the form that editors show. */
function docLines({ description }: JsonSchema): string[] {
  return description ? [`    """${docText(description)}"""`] : [];
}
