/**
 * The content of the Rapid simulator: the file of all properties, pages of properties, changes by date, and properties
 * that became inactive.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SimulatedRequest, SimulatedResponse } from '../supplier-simulator.ts';
import { invalidInput, LINK_INVALID, required } from './errors.ts';
import type { SimulatedBeds, SimulatedProperty } from './properties.ts';
import type { RapidWorld } from './world.ts';

/** Small, so that tests read several pages. */
const PAGE_SIZE = 5;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function listContent(
  world: RapidWorld,
  { query }: SimulatedRequest,
  origin: string,
): SimulatedResponse {
  const token = query.get('token');
  const data = world.links.read('content', token, world.nowMs);
  if (token !== null && data === undefined) return LINK_INVALID;
  const missing = [
    ...(query.get('language') === null ? [required('language', 'Language code')] : []),
    ...(query.get('supply_source') === null ? [required('supply_source', 'Supply source')] : []),
  ];
  if (data === undefined && missing.length > 0) return invalidInput(...missing);
  const ids = query.getAll('property_id');
  const wrongId = ids.find(id => !/^\d+$/.test(id));
  if (wrongId !== undefined)
    return invalidInput({
      type: 'property_id.must_be_numeric',
      message:
        'All provided property_id query parameters must be numeric (contains only digits 0-9, with no other characters).',
      fields: [{ name: 'property_id', type: 'querystring', value: wrongId }],
    });
  const since = String(data?.since ?? query.get('date_updated_start') ?? '');
  const language = String(data?.language ?? query.get('language'));
  const from = Number(data?.from ?? 0);
  const found = world.properties.filter(
    ({ id, inactiveSinceMs, updatedAtMs }) =>
      inactiveSinceMs === null && dateOf(updatedAtMs) >= since && (ids.length === 0 || ids.includes(id)),
  );
  const page = found.slice(from, from + PAGE_SIZE);
  const body = Object.fromEntries(page.map(property => [property.id, propertyBody(property, language)]));
  const next = { since, from: from + PAGE_SIZE, language };
  return paged(world, origin, {
    body,
    total: found.length,
    path: '/v3/properties/content',
    kind: 'content',
    next,
  });
}

export function linkContentFile(
  world: RapidWorld,
  { query }: SimulatedRequest,
  origin: string,
): SimulatedResponse {
  const missing = [
    ...(query.get('language') === null ? [required('language', 'Language code')] : []),
    ...(query.get('supply_source') === null ? [required('supply_source', 'Supply source')] : []),
  ];
  if (missing.length > 0) return invalidInput(...missing);
  const { href } = world.link('file', '/files/propertycontent.jsonl.gz', {
    language: query.get('language'),
  });
  const expires = new Date(world.nowMs + 3_600_000).toISOString();
  return { status: 200, body: { method: 'GET', href: `${origin}${href}`, expires } };
}

/** The file server does not check the account, only the token in the link. */
export function downloadContentFile(world: RapidWorld, { query }: SimulatedRequest): SimulatedResponse {
  const link = world.links.read('file', query.get('token'), world.nowMs);
  if (link === undefined) return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
  const lines = world.properties
    .filter(({ inactiveSinceMs }) => inactiveSinceMs === null)
    .map(property => `${JSON.stringify(propertyBody(property, String(link.language)))}\n`);
  const body = gzipSync(lines.join(''));
  const etag = `"${createHash('md5').update(lines.join('')).digest('hex')}"`;
  const headers = {
    etag,
    'content-type': 'application/gzip',
    'last-modified': new Date(world.nowMs).toUTCString(),
  };
  return { status: 200, headers, body };
}

export function listInactive(
  world: RapidWorld,
  { query }: SimulatedRequest,
  origin: string,
): SimulatedResponse {
  const token = query.get('token');
  const data = world.links.read('inactive', token, world.nowMs);
  if (token !== null && data === undefined) return LINK_INVALID;
  const since = String(data?.since ?? query.get('since') ?? '');
  if (!DATE.test(since)) return invalidInput(required('since', 'Since'));
  const from = Number(data?.from ?? 0);
  const found = world.properties.filter(
    ({ inactiveSinceMs }) => inactiveSinceMs !== null && dateOf(inactiveSinceMs) >= since,
  );
  const body = found.slice(from, from + PAGE_SIZE).map(({ id }) => ({ property_id: id }));
  const next = { since, from: from + PAGE_SIZE };
  return paged(world, origin, {
    body,
    total: found.length,
    path: '/v3/properties/inactive',
    kind: 'inactive',
    next,
  });
}

interface Page {
  body: object;
  total: number;
  path: string;
  kind: string;
  next: { since: string; from: number; language?: string };
}

/** The header with the link to the next page contains an absolute URL. */
function paged(
  world: RapidWorld,
  origin: string,
  { body, total, path, kind, next }: Page,
): SimulatedResponse {
  const { href } = world.link(kind, path, next);
  const link =
    next.from < total ? { Link: `<${origin}${href}>; rel="next"; expires=2027-12-31T00:00:00.0000000Z` } : {};
  return { status: 200, headers: { 'Pagination-Total-Results': String(total), ...link }, body };
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function bedsBody(beds: readonly SimulatedBeds[]) {
  return Object.fromEntries(
    beds.map(({ id, description, ...configuration }) => [
      id,
      { id, description, configuration: [configuration] },
    ]),
  );
}

function imageBody(property: SimulatedProperty, name: string, caption: string) {
  const stem = `https://i.travelapi.com/lodging/1000000/${property.id}/${name}`;
  const link = (size: string) => ({ method: 'GET', href: `${stem}_${size}.jpg` });
  return {
    hero_image: name === 'aaaa',
    category: 3,
    caption,
    links: { '70px': link('t'), '1000px': link('z') },
  };
}

/** Only German translations exist. Texts in other languages are English. */
export function propertyBody(property: SimulatedProperty, language: string) {
  const { id, name, line1, city, state, postalCode, countryCode, latitude, longitude, rating, chain } =
    property;
  return {
    property_id: id,
    name,
    address: {
      line_1: line1,
      city,
      ...(state === '' ? {} : { state_province_code: state }),
      postal_code: postalCode,
      country_code: countryCode,
      obfuscation_required: false,
    },
    ratings: { property: { rating, type: 'Star' } },
    location: { coordinates: { latitude, longitude } },
    phone: property.phone,
    category: { id: '1', name: 'Hotel' },
    rank: 42,
    business_model: { expedia_collect: true, property_collect: false },
    checkin: {
      begin_time: '3:00 PM',
      end_time: '11:00 PM',
      instructions: 'Bring a <b>photo</b> identification.',
      min_age: 18,
    },
    checkout: { time: '11:00 AM' },
    fees: { mandatory: '<p>Resort fee</p>' },
    policies: { know_before_you_go: '<ul><li>Only registered guests are allowed.</li></ul>' },
    amenities: { '9': { id: '9', name: 'Fitness facilities' } },
    images: [imageBody(property, 'aaaa', 'Featured Image'), imageBody(property, 'bbbb', 'Pool')],
    rooms: Object.fromEntries(
      property.rooms.map(room => [
        room.id,
        {
          id: room.id,
          name: room.name,
          descriptions: { overview: `<strong>${room.beds[0]?.description}</strong><br />` },
          amenities: { '130': { id: '130', name: 'Refrigerator' } },
          images: [imageBody(property, `r${room.id}`, 'Guestroom')],
          bed_groups: bedsBody(room.beds),
          views: { '4146': { id: '4146', name: 'Courtyard view' } },
          occupancy: {
            max_allowed: { total: room.maxTotal, children: room.maxChildren, adults: room.maxAdults },
          },
        },
      ]),
    ),
    dates: { added: '1998-07-19T05:00:00.000Z', updated: new Date(property.updatedAtMs).toISOString() },
    descriptions: {
      headline: language === 'de-DE' ? 'Am Hafen' : 'Near the harbour',
      location: 'In the <i>centre</i> of the town.',
    },
    ...(chain === null ? {} : { chain }),
    multi_unit: true,
    supply_source: 'expedia',
  };
}
