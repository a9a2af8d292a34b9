/** Parses zones from GeoJSON or from lists of places. Reports every problem in the file. Pure. */

import { z } from 'zod';
import type { AreaGeometry } from '../context/zone-shape.ts';

/** A tourism zone: a named area, or a named list of places. */
export interface Zone {
  id: string;
  name: string;
  language: string;
  names: Readonly<Record<string, string>>;
  /** Provisional. It is replaced with the country of most members. */
  countryCode: string | null;
  /** A zone has either a geometry or members. */
  geometry: AreaGeometry | null;
  members: readonly string[] | null;
}

const MAX_CORNERS = 100_000;

const position = z.tuple([z.number().min(-360).max(360), z.number().min(-90).max(90)]).rest(z.number());
const ring = z
  .array(position)
  .min(4, 'a ring must have at least four positions')
  .max(MAX_CORNERS)
  .refine(positions => isClosed(positions), 'a ring must end where it begins');
const polygon = z.array(ring).min(1);
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'is not a country code');
const countryCodes = z.array(countryCode).min(1).optional();
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: polygon, countryCodes }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1), countryCodes }),
]);

const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'is not a valid id: use letters, digits, . _ -');
const name = z.string().trim().min(1).max(200);
const language = z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'is not a language tag');
const described = {
  name,
  language: language.default('en'),
  names: z.record(language, name).default({}),
  countryCode: countryCode.optional(),
};

const feature = z.object({
  type: z.literal('Feature'),
  id: z.union([id, z.number().int().transform(String)]).optional(),
  properties: z.object({ id: id.optional(), ...described }),
  geometry,
});
const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()).min(1) });
const list = z.strictObject({
  id,
  ...described,
  placeIds: z.array(z.string().min(1).max(100)).min(1).max(100_000),
});
/** A tombstone needs only the id of the removed zone and the status INACTIVE. */
const ended = z.union([
  z.object({ id, status: z.literal('INACTIVE') }),
  z
    .object({
      type: z.literal('Feature'),
      id: id.optional(),
      properties: z.object({ id: id.optional(), status: z.literal('INACTIVE') }),
    })
    .transform(({ id: own, properties }) => ({ id: own ?? properties.id }))
    .pipe(z.object({ id })),
]);
const lists = z.union([z.array(z.unknown()).min(1), z.object({ zones: z.array(z.unknown()).min(1) })]);

export interface ParsedZones {
  zones: Zone[];
  ended: string[];
  /** Messages such as `zone 3: /properties/name: too short`. */
  problems: string[];
}

export function parseZones(value: unknown): ParsedZones {
  const features = collection.safeParse(value);
  if (features.success) return parseEach(features.data.features, parseFeature);
  const places = lists.safeParse(value);
  if (places.success)
    return parseEach(Array.isArray(places.data) ? places.data : places.data.zones, parseList);
  const problem =
    'this is neither a GeoJSON FeatureCollection with features nor a list of zones with placeIds';
  return { zones: [], ended: [], problems: [problem] };
}

type ParsedZone = { zone: Zone } | { ended: string } | { faults: z.core.$ZodIssue[] };

function parseEach(items: readonly unknown[], parse: (item: unknown) => ParsedZone): ParsedZones {
  const result: ParsedZones = { zones: [], ended: [], problems: [] };
  const seen = new Set<string>();
  for (const [i, item] of items.entries()) {
    const parsed = parseTombstone(item) ?? parse(item);
    if ('faults' in parsed) {
      for (const { path, message } of parsed.faults) {
        result.problems.push(`zone ${i + 1}: /${path.map(String).join('/')}: ${message}`);
      }
      continue;
    }
    const zoneId = 'ended' in parsed ? parsed.ended : parsed.zone.id;
    if (seen.has(zoneId)) result.problems.push(`zone ${i + 1}: duplicate id ${zoneId}`);
    else if ('ended' in parsed) result.ended.push(zoneId);
    else result.zones.push(parsed.zone);
    seen.add(zoneId);
  }
  return result;
}

function parseTombstone(item: unknown): ParsedZone | undefined {
  const parsed = ended.safeParse(item);
  return parsed.success ? { ended: parsed.data.id } : undefined;
}

function parseFeature(item: unknown): ParsedZone {
  const parsed = feature.safeParse(item);
  if (!parsed.success) return { faults: parsed.error.issues };
  const { properties, geometry: area } = parsed.data;
  const zoneId = parsed.data.id ?? properties.id;
  if (zoneId === undefined) {
    return { faults: [{ code: 'custom', path: ['id'], message: 'the zone has no id', input: undefined }] };
  }
  const { countryCode: country = null, name: text, language: tag, names } = properties;
  return {
    zone: {
      id: zoneId,
      name: text,
      language: tag,
      names,
      countryCode: country,
      geometry: area,
      members: null,
    },
  };
}

function parseList(item: unknown): ParsedZone {
  const parsed = list.safeParse(item);
  if (!parsed.success) return { faults: parsed.error.issues };
  const { placeIds, countryCode: country = null, id: zoneId, name: text, language: tag, names } = parsed.data;
  return {
    zone: {
      id: zoneId,
      name: text,
      language: tag,
      names,
      countryCode: country,
      geometry: null,
      members: [...new Set(placeIds)],
    },
  };
}

function isClosed(positions: readonly (readonly number[])[]): boolean {
  const [first, last] = [positions[0], positions.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
}
