/**
 * The schemas of the UCP draft, which are not part of the project. If they are missing, the tests that need them are
 * skipped with the reason, or fail if SERAI_REQUIRE_SPECS is 1.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, it } from 'vitest';
import { repositoryRoot } from '../architecture/read-sources.ts';
import type { Loose } from '../booking-request.ts';

const FOLDERS = [
  join(repositoryRoot, '..', 'shared', 'spec', 'ucp'),
  join(repositoryRoot, 'shared', 'spec', 'ucp'),
];

function findFolder(): string | undefined {
  const given = process.env.SERAI_UCP_SPECS;
  return (given === undefined ? FOLDERS : [resolve(given)]).find(folder => existsSync(folder));
}

export function describeWithSchemas(name: string, tests: () => void): void {
  if (findFolder() !== undefined) {
    describe(name, tests);
    return;
  }
  const reason = 'the schemas of UCP are missing; set SERAI_UCP_SPECS to their folder';
  describe(name, () => {
    if (process.env.SERAI_REQUIRE_SPECS === '1') {
      it('the schemas of UCP are available', () => {
        throw new Error(`SERAI_REQUIRE_SPECS is 1, but ${reason}.`);
      });
    } else it.skip(reason, () => {});
  });
}

/** Reads a document, for example `services/lodging/rest.openapi.json`. */
export function readSpec(path: string): Loose {
  return JSON.parse(readFileSync(join(findFolder() as string, path), 'utf8'));
}

const BASE = 'https://ucp.dev/';
const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  email: /^\S+@\S+$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
};

/** All schemas by `$id`, with the two stand-ins for targets that the snapshot lacks. */
function readSchemas(): Map<string, Loose> {
  const schemas = new Map<string, Loose>();
  for (const file of readdirSync(join(findFolder() as string, 'schemas'), { recursive: true })) {
    const path = `schemas/${String(file)}`;
    if (path.endsWith('.json')) schemas.set(BASE + path, readSpec(path));
  }
  for (const [id, standIn] of Object.entries<Loose>(readSpec('stand-ins.json'))) {
    const [document = '', pointer] = id.split('#');
    if (pointer === undefined) {
      if (id.startsWith(BASE)) schemas.set(id, standIn);
    } else schemas.get(document).$defs[pointer.split('/').at(-1) as string] = standIn;
  }
  return schemas;
}

function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
  return ajv;
}

export interface UcpSchemas {
  session: ValidateFunction;
  error: ValidateFunction;
  profile: ValidateFunction;
  requests: Readonly<Record<'create' | 'update' | 'complete', ValidateFunction>>;
}

export function loadSchemas(): UcpSchemas {
  const schemas = readSchemas();
  const ajv = newValidator();
  for (const schema of schemas.values()) ajv.addSchema(schema);
  const find = (id: string) => ajv.getSchema(BASE + id) as ValidateFunction;
  const request = (operation: RequestOperation) =>
    newValidator().compile(requestSchema(schemas, `${BASE}schemas/lodging/booking.json`, operation));
  return {
    session: find('schemas/lodging/policy_cancellation.json#/$defs/dev.ucp.lodging.booking'),
    error: find('schemas/common/types/error_response.json'),
    profile: find('schemas/profile.json#/$defs/business_schema'),
    requests: { create: request('create'), update: request('update'), complete: request('complete') },
  };
}

type RequestOperation = 'create' | 'update' | 'complete';

/** The schema of a request follows from `ucp_request`, which says what is required, optional or not sent. */
function requestSchema(schemas: Map<string, Loose>, id: string, operation: RequestOperation): Loose {
  const resolved = (base: string, ref: string): [string, Loose] => {
    const url = new URL(ref, base);
    const [, ...path] = decodeURIComponent(url.hash.slice(1)).split('/');
    url.hash = '';
    const target = path.reduce((schema, name) => schema[name], schemas.get(url.href));
    if (target === undefined) throw new Error(`${ref} of ${base} does not exist`);
    return [url.href, target];
  };
  const derive = (schema: Loose, base: string): Loose => {
    if (Array.isArray(schema)) return schema.map(each => derive(each, base));
    if (schema === null || typeof schema !== 'object') return schema;
    const { $ref, $id: _, $defs: __, properties, required = [], ...rest } = schema;
    const own = Object.fromEntries(
      Object.entries(rest)
        // Conditions about the state apply to responses.
        .filter(([name, value]) => !(name === 'allOf' && JSON.stringify(value).includes('"status"')))
        .map(([name, value]) => [name, derive(value, base)]),
    );
    if ($ref !== undefined) {
      const [target, document] = resolved(base, $ref);
      own.allOf = [...((own.allOf as Loose[]) ?? []), derive(document, target)];
    }
    if (properties === undefined) return required.length > 0 ? { ...own, required } : own;
    const uses = Object.entries<Loose>(properties).map(([name, property]) => {
      const use = property.ucp_request;
      return [name, property, typeof use === 'object' ? use[operation] : use] as const;
    });
    return {
      ...own,
      properties: Object.fromEntries(
        uses.map(([name, property, use]) => [name, use === 'omit' ? true : derive(property, base)]),
      ),
      required: [
        ...required.filter((name: string) =>
          uses.every(([known, , use]) => known !== name || use === undefined),
        ),
        ...uses.filter(([, , use]) => use === 'required').map(([name]) => name),
      ],
    };
  };
  return derive(schemas.get(id), id);
}
