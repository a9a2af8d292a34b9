/** Reads the conformance table, which describes the behaviour that all SDKs share. See contract/conformance. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../../server/test/architecture/read-sources.ts';
import type { Step } from './scripted-socket.ts';

type Values = Record<string, unknown>;

export interface TableCall {
  operation: string;
  method: string;
  request: Values;
  options?: Values;
  /** Options of `waitUntilSettled`. */
  wait?: Values;
  /** Number of records after which an iteration stops. */
  take?: number;
}

export interface Expected {
  /** Number of requests that reached the server, including connections that it closed at once. */
  sent?: number;
  sameBody?: boolean;
  sameIdempotencyKey?: boolean;
  requests?: { path?: string; body?: unknown; headers?: Record<string, string | null> }[];
  pausesMs?: number[];
  timeoutsMs?: number[];
  /** A part of the result. `exactly` is the complete result. */
  returns?: unknown;
  exactly?: unknown;
  response?: Values;
  rateLimit?: Values | null;
  warnings?: Values[];
  raises?: Values;
  event?: unknown;
  headers?: Values;
}

export interface Case {
  name: string;
  group: string;
  client?: Values;
  env?: Record<string, string>;
  random?: number;
  now?: string;
  listening?: boolean;
  before?: TableCall[];
  call?: TableCall;
  script?: Step[];
  unwrap?: { body: unknown; headers: Record<string, string>; secrets: string[]; now: string };
  sign?: { event: unknown; secrets: string[]; timestamp: string };
  expect: Expected;
}

const FOLDER = join(repositoryRoot, 'contract/conformance');
const RECORDED = join(repositoryRoot, 'contract/src/generated/examples');

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** All cases with their definitions filled in. `url` is the address of the scripted server. */
export function readTable(url: string): Case[] {
  const definitions = readJson(FOLDER, 'definitions.json') as Values;
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.json') && name !== 'definitions.json');
  return files.sort().flatMap(file => {
    const { cases } = readJson(FOLDER, file) as { cases: (Values & { for?: Values[] })[] };
    return cases.flatMap(({ for: rows = [{}], ...each }) =>
      rows.map(row => {
        const filled = fill(each, { ...definitions, URL: url, ...row }) as Case;
        return { ...filled, group: file.replace('.json', '') };
      }),
    );
  });
}

/** Replaces `$NAME` by its value, and `$$NAME` by the definition that the value names. */
function fill(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value)) return value.map(item => fill(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [String(fillText(name, values)), fill(item, values)]),
  );
}

const NAME = /\$(\$?)([A-Z][A-Z0-9_]*(?:\.[a-z_.-]+)?)/;

function fillText(text: string, values: Values): unknown {
  const [whole, twice, name = ''] = NAME.exec(text) ?? [];
  if (whole === undefined) return text;
  const found = twice ? lookUp(String(lookUp(name, values)), values) : lookUp(name, values);
  if (whole === text) return fill(found, values);
  const shown = typeof found === 'object' ? JSON.stringify(found) : String(found);
  return fillText(
    text.replace(whole, () => shown),
    values,
  );
}

function lookUp(name: string, values: Values): unknown {
  if (name in values) return values[name];
  const [kind, ...rest] = name.split('.');
  const key = rest.join('.');
  if (kind === 'EVENT') return readJson(RECORDED, 'events.json')[key];
  if (kind === 'RECORDED') return readJson(RECORDED, `${key}.json`)[0].answer;
  if (kind === 'REQUEST') return readJson(RECORDED, `${key}.json`)[0].request;
  throw new Error(`The conformance table has no definition named ${name}.`);
}
