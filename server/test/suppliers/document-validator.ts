/**
 * Validates requests and responses against a supplier's OpenAPI 3.0 document. An overlay lists where the supplier's
 * real behaviour differs from its document, each entry with its reason.
 */
import { Ajv, type ValidateFunction } from 'ajv';

/** Replaces the value at a JSON pointer of the document, or removes it if `value` is undefined. */
export interface OverlayEntry {
  pointer: string;
  value?: unknown;
  reason: string;
}

export interface Sample {
  method: string;
  /** Path without the query, relative to the document's server. */
  path: string;
  /** Undefined for a request body. */
  status?: number;
  body: unknown;
}

type Schema = Record<string, unknown>;

export class DocumentValidator {
  readonly #document: Schema;
  readonly #ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, allowUnionTypes: true });
  readonly #validators = new Map<string, ValidateFunction | undefined>();
  readonly #paths: readonly { template: string; matcher: RegExp }[];

  constructor(document: Schema, overlay: readonly OverlayEntry[] = []) {
    this.#document = structuredClone(document);
    for (const entry of overlay) applyEntry(this.#document, entry);
    translate(this.#document);
    this.#ajv.addSchema({ ...this.#document, $id: 'document' });
    this.#paths = Object.keys(this.#document.paths as object)
      .sort((a, b) => countParameters(a) - countParameters(b))
      .map(template => ({ template, matcher: pathMatcher(template) }));
  }

  /** Returns all violations. An operation, status or body that the document does not describe is a violation too. */
  check(sample: Sample): string[] {
    const { method, path, status, body } = sample;
    const found = this.#paths.find(({ matcher }) => matcher.test(path));
    const name = `${method} ${path}${status === undefined ? ' request' : ` ${status}`}`;
    if (found === undefined) return [`${name}: the document has no such path`];
    const pointer = this.#schemaPointer(found.template, method, status);
    if (pointer === undefined) return [`${name}: the document does not describe it`];
    if (pointer === null) return body === undefined ? [] : [`${name}: the document has no body here`];
    if (valueAt(this.#document, pointer) === undefined) return [`${name}: the document has no schema here`];
    const validate = this.#validator(pointer);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${name}: ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  #validator(pointer: string): ValidateFunction {
    const known = this.#validators.get(pointer);
    if (known !== undefined) return known;
    const compiled = this.#ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
    this.#validators.set(pointer, compiled);
    return compiled;
  }

  /** Null if the document describes no body. Undefined if it does not describe the operation or status. */
  #schemaPointer(template: string, method: string, status: number | undefined): string | null | undefined {
    const base = `/paths/${escapeSegment(template)}/${method.toLowerCase()}`;
    const operation = valueAt(this.#document, base) as Schema | undefined;
    if (operation === undefined) return undefined;
    if (status === undefined) return this.#contentPointer(`${base}/requestBody`);
    const responses = operation.responses as Schema;
    const key = [String(status), `${String(status)[0]}XX`, 'default'].find(
      each => responses[each] !== undefined,
    );
    return key === undefined ? undefined : this.#contentPointer(`${base}/responses/${key}`);
  }

  #contentPointer(pointer: string): string | null {
    const holder = valueAt(this.#document, pointer) as Schema | undefined;
    const at = typeof holder?.$ref === 'string' ? holder.$ref.slice(1) : pointer;
    const content = (valueAt(this.#document, at) as Schema | undefined)?.content as Schema | undefined;
    const type = Object.keys(content ?? {}).find(each => each.includes('json') || each === '*/*');
    return type === undefined ? null : `${at}/content/${escapeSegment(type)}/schema`;
  }
}

/** Returns the overlay entries that no sample needs. An overlay must not contain such entries. */
export function unusedEntries(
  document: Schema,
  overlay: readonly OverlayEntry[],
  samples: readonly Sample[],
): OverlayEntry[] {
  return overlay.filter(entry => {
    const without = new DocumentValidator(
      document,
      overlay.filter(other => other !== entry),
    );
    return samples.every(sample => without.check(sample).length === 0);
  });
}

function countParameters(template: string): number {
  return template.split('{').length;
}

function pathMatcher(template: string): RegExp {
  const pattern = template
    .split(/\{[^}]*\}/)
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('[^/]+');
  return new RegExp(`^${pattern}$`);
}

function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(segment => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(root: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>(
    (value, segment) => (value as Record<string, unknown> | undefined)?.[segment],
    root,
  );
}

function applyEntry(root: Schema, { pointer, value }: OverlayEntry): void {
  const segments = segmentsOf(pointer);
  const last = segments.pop() ?? '';
  const parent = segments.reduce<unknown>((at, segment) => (at as Schema | undefined)?.[segment], root);
  if (typeof parent !== 'object' || parent === null)
    throw new Error(`The document has no ${pointer}. Fix the overlay.`);
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1);
  else if (value === undefined) delete (parent as Schema)[last];
  else (parent as Schema)[last] = value;
}

/** Rewrites keywords of OpenAPI 3.0 that JSON Schema does not have. */
function translate(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) translate(each);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const schema = value as Schema;
  for (const child of Object.values(schema)) translate(child);
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (schema[exclusive] === true) {
      schema[exclusive] = schema[limit];
      delete schema[limit];
    } else if (schema[exclusive] === false) delete schema[exclusive];
  }
  if (schema.nullable !== true) return;
  delete schema.nullable;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum.push(null);
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  else if (schema.type === undefined && Object.keys(schema).length > 0) {
    const inner = { ...schema };
    for (const key of Object.keys(schema)) delete schema[key];
    schema.anyOf = [inner, { type: 'null' }];
  }
}
