/** Alters valid responses of suppliers, for tests with random changes: drops, repeats and replaces values. */
import fc from 'fast-check';

/** `SERAI_FUZZ_RUNS=5000` tries more changes. */
export const FUZZ_RUNS = Number(process.env.SERAI_FUZZ_RUNS ?? 80);

const REPLACEMENTS: readonly unknown[] = [
  null,
  true,
  [],
  {},
  '',
  'not a value',
  -1.5,
  7.25,
  12.3456,
  1e21,
  1e300,
  '-1.50',
  '12.3456',
  '1e3',
  'NaN',
  ['0.01'],
  { content: 1 },
  '\u0000<b>',
];

export interface Alteration {
  /** Selects a position in the response. */
  at: number;
  kind: 'DROP' | 'REPEAT' | 'REPLACE';
  value: unknown;
}

export const alterations: fc.Arbitrary<Alteration[]> = fc.array(
  fc.record({
    at: fc.nat(),
    // Most changes are replacements, because there are many possible values.
    kind: fc.constantFrom<Alteration['kind']>('DROP', 'REPEAT', 'REPLACE', 'REPLACE', 'REPLACE'),
    value: fc.constantFrom(...REPLACEMENTS),
  }),
  { minLength: 1, maxLength: 4 },
);

interface Place {
  parent: Record<string | number, unknown> | unknown[];
  key: string | number;
}

function placesOf(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places;
  const parent = value as Place['parent'];
  for (const key of Array.isArray(parent) ? parent.keys() : Object.keys(parent)) {
    places.push({ parent, key });
    placesOf((parent as Record<string | number, unknown>)[key], places);
  }
  return places;
}

/** Returns an altered copy. Undefined if the whole response was dropped. */
export function altered(body: unknown, changes: readonly Alteration[]): unknown {
  const root = { body: structuredClone(body) };
  for (const { at, kind, value } of changes) {
    const places = placesOf(root);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) break;
    const { parent, key } = place;
    const values = parent as Record<string | number, unknown>;
    if (kind === 'REPLACE') values[key] = structuredClone(value);
    else if (Array.isArray(parent)) {
      if (kind === 'DROP') parent.splice(Number(key), 1);
      else parent.push(structuredClone(values[key]));
    } else if (kind === 'DROP') delete values[key];
    // An object cannot contain a field twice. A supplier would send a list instead.
    else values[key] = [values[key], values[key]];
  }
  return root.body;
}
