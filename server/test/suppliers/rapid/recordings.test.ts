import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { describeWithDocuments, readRecording } from '../supplier-documents.ts';
import { violationsOf } from './proof.ts';
import { RapidClient } from './rapid-client.ts';
import { type RapidSimulator, startRapid } from './simulator.ts';

const FOLDER = 'rapid-2.4';

/**
 * Fields of version 2.4 that version 3 no longer has, matched by the end of their pointers. The recordings are of
 * version 2.4, so they prove only what both versions have in common.
 */
const GONE_IN_VERSION_3 = [
  /\/deposit_required$/,
  /\/links\/recommendations/,
  /\/deposit_policies/,
  /\/(?:scope|frequency)$/,
  /\/conversations/,
];
/** Optional fields that the simulated itinerary does not have. */
const NOT_SIMULATED = [
  /\/adjustment/,
  /\/affiliate_metadata$/,
  /\/rate\/promotions/,
  /\/links\/change/,
  /\/links\/cancel/,
  /\/fees\/mandatory_/,
  /\/billing_contact\/address\//,
  /\/phone\/area_code$/,
  /\/links\/additional_rates/,
];
/** Matches object keys that are ids. */
const ID_KEY = /^\d[\da-z,-]*$/;

function readBody(file: string): unknown {
  return JSON.parse(readRecording(`${FOLDER}/${file}`));
}

/**
 * The JSON type of the value at every pointer. All elements of a list, and all entries with an id as key, share one
 * pointer.
 */
function shapeOf(
  value: unknown,
  pointer = '',
  shape = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  shape.set(pointer, (shape.get(pointer) ?? new Set()).add(type));
  if (Array.isArray(value)) for (const each of value) shapeOf(each, `${pointer}/*`, shape);
  else if (type === 'object')
    for (const [name, each] of Object.entries(value as object))
      shapeOf(each, `${pointer}/${ID_KEY.test(name) ? '*' : name}`, shape);
  return shape;
}

/** The pointers of the recording that are missing from the simulated body or have another type there. */
function differences(recorded: unknown, simulated: unknown): string[] {
  const known = shapeOf(simulated);
  return [...shapeOf(recorded)].flatMap(([pointer, types]) => {
    if ([...GONE_IN_VERSION_3, ...NOT_SIMULATED].some(each => each.test(pointer))) return [];
    const own = known.get(pointer) ?? new Set<string>();
    return [...types].every(type => own.has(type)) ? [] : [`${pointer}: ${[...types]} is not ${[...own]}`];
  });
}

describeWithDocuments('recorded responses of Rapid version 2.4', () => {
  const clock = new ManualClock(Date.UTC(2027, 0, 10, 12));
  let simulator: RapidSimulator;
  let client: RapidClient;

  beforeAll(async () => {
    simulator = await startRapid({ clock });
    client = new RapidClient(simulator, clock);
  });
  afterAll(() => simulator.close());

  it('responses of the Rapid simulator have all fields of the recordings, with the same types', async () => {
    const party = { occupancy: ['2-9,4'] };
    const found = (await client.search(party)).body;
    for (const file of ['availability', 'additional-rates', 'recommendations'])
      expect(differences(readBody(`${file}.response.json`), found)).toEqual([]);
    const checked = (await client.send('GET', await client.priceCheckLink(party))).body;
    expect(differences(readBody('price-check.response.json'), checked)).toEqual([]);
    const created = await client.book(checked.links.book.href, 'RECORDED', {
      rooms: [{ given_name: 'Ada', family_name: 'Tester', special_request: 'Top floor' }],
    });
    expect(differences(readBody('itinerary-create.response.json'), created.body)).toEqual([]);
    const looked = (await client.lookup('RECORDED')).body;
    expect(differences(readBody('itineraries.response.json'), looked).filter(isRealDifference)).toEqual([]);
  });

  /** Ignores fields that only the recording has: a penalty with amount and nights, and a rate with amenities. */
  const isRealDifference = (text: string) =>
    !/cancel_penalties\/\*\/(?:amount|nights)|rate\/amenities/.test(text);

  it('errors of the Rapid simulator have the same codes and texts as the recordings', async () => {
    const replies: readonly [string, { status: number; body: unknown }][] = [
      ['availability-400', await client.search({ checkout: undefined, currency: undefined })],
      ['itineraries-400', await client.send('GET', '/v3/itineraries?email=a@example.com')],
      ['itinerary-create-400', await client.book(await client.bookLink(), 'UNPAID', { payments: undefined })],
      ['link-invalid-400', await client.book('/v3/itineraries?token=old', 'OLD')],
      [
        'content-400',
        await client.send(
          'GET',
          '/v3/properties/content?language=en-US&supply_source=expedia&property_id=test',
        ),
      ],
    ];
    for (const [name, { status, body }] of replies)
      expect([name, status, body]).toEqual([name, 400, readBody(`errors/${name}.json`)]);
  });

  it('recorded Rapid errors and the created itinerary match the OpenAPI document of version 3', () => {
    const samples = [
      {
        method: 'GET',
        path: '/properties/availability',
        status: 400,
        body: readBody('errors/availability-400.json'),
      },
      { method: 'GET', path: '/itineraries', status: 400, body: readBody('errors/itineraries-400.json') },
      {
        method: 'POST',
        path: '/itineraries',
        status: 400,
        body: readBody('errors/itinerary-create-400.json'),
      },
      { method: 'POST', path: '/itineraries', status: 201, body: readBody('itinerary-create.response.json') },
      { method: 'POST', path: '/itineraries', body: readBody('itinerary-create.request.json') },
    ];
    expect(violationsOf(samples)).toEqual([]);
  });
});
