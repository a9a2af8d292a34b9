/** An index of a few real places with names that are hard to tell apart. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import { placeWeight } from '../src/content/place-data/place-weight.ts';
import { buildPlaceIndex } from '../src/content/places/search-index/build/build-place-index.ts';
import type {
  IndexedName,
  IndexedPlace,
  NameClass,
} from '../src/content/places/search-index/indexed-place.ts';
import { openPlaceIndex, type PlaceIndex } from '../src/content/places/search-index/place-index.ts';

type OtherName = [name: string, language: string, nameClass: NameClass];

interface Sketch {
  type: PlaceType;
  country: string;
  /** The ID of the parent place. */
  in?: string;
  at: [latitude: number, longitude: number];
  population?: number;
  featureCode?: string;
  /** The number of further names, besides those given here. */
  otherNames?: number;
  region?: string;
  iata?: string;
  large?: boolean;
  names?: OtherName[];
  language?: string;
  zones?: string[];
  airports?: [id: string, metres: number][];
  box?: [number, number, number, number];
}

const country = (
  code: string,
  population: number,
  at: [number, number],
  names: OtherName[] = [],
): Sketch => ({
  type: 'COUNTRY',
  country: code,
  at,
  population,
  names,
  language: 'en',
});

const region = (countryCode: string, code: string, population: number, at: [number, number]): Sketch => ({
  type: 'REGION',
  country: countryCode,
  in: countryNames[countryCode] as string,
  region: `${countryCode}.${code}`,
  population,
  at,
});

const city = (
  above: string,
  countryCode: string,
  population: number,
  at: [number, number],
  more: Partial<Sketch> = {},
): Sketch => ({ type: 'CITY', country: countryCode, in: above, population, at, ...more });

const countryNames: Record<string, string> = {
  US: 'United States',
  FR: 'France',
  ES: 'Spain',
  DE: 'Germany',
  GE: 'Georgia',
  CA: 'Canada',
  ID: 'Indonesia',
};

/** Places by name. A second place with the same name has a suffix. */
const SKETCHES: Record<string, Sketch> = {
  'United States': country(
    'US',
    331_000_000,
    [39, -98],
    [
      ['États-Unis', 'fr', 2],
      ['USA', 'en', 1],
    ],
  ),
  France: country('FR', 67_000_000, [46, 2], [['Francia', 'es', 2]]),
  Spain: country(
    'ES',
    47_000_000,
    [40, -4],
    [
      ['España', 'es', 1],
      ['Espagne', 'fr', 2],
      ['Spanien', 'de', 2],
    ],
  ),
  Germany: country('DE', 83_000_000, [51, 9], [['Deutschland', 'de', 1]]),
  Austria: country('AT', 9_000_000, [47, 14]),
  Georgia: country('GE', 3_700_000, [42, 43]),
  'Costa Rica': country('CR', 5_000_000, [10, -84]),
  Canada: country('CA', 38_000_000, [60, -96]),
  Japan: country('JP', 125_000_000, [36, 138], [['日本', 'ja', 1]]),
  Australia: country('AU', 26_000_000, [-25, 135]),
  Texas: region('US', 'TX', 29_000_000, [31, -97]),
  Washington: region('US', 'WA', 7_700_000, [47, -121]),
  'District of Columbia': region('US', 'DC', 690_000, [38.9, -77]),
  'Georgia #2': region('US', 'GA', 10_700_000, [33, -83]),
  'New York': region('US', 'NY', 19_000_000, [43, -75]),
  Catalonia: { ...region('ES', '56', 7_600_000, [41.8, 1.5]), names: [['Cataluña', 'es', 1]] },
  'Nova Scotia': { ...region('CA', '07', 970_000, [45, -63]), names: [['NS', 'zxx', 2]] },
  'Hauts-de-France': region('FR', '32', 6_000_000, [50, 2.8]),
  Paris: city('France', 'FR', 2_138_551, [48.85341, 2.3488], {
    featureCode: 'PPLC',
    names: [
      ['Parigi', 'it', 2],
      ['Париж', 'ru', 2],
      ['Lutetia', 'la', 5],
    ],
  }),
  'Paris #2': city('Texas', 'US', 24_800, [33.66, -95.55]),
  Barcelona: city('Catalonia', 'ES', 1_620_343, [41.38879, 2.15899], {
    featureCode: 'PPLA',
    language: 'es',
    names: [
      ['Barcelone', 'fr', 2],
      ['Барселона', 'ru', 2],
      ['BCN', 'und', 4],
    ],
    zones: ['Costa Brava'],
    airports: [
      ['Barcelona Airport', 12_100],
      ['Girona Airport', 75_000],
    ],
    box: [41.317, 2.0525, 41.4683, 2.2283],
  }),
  Gràcia: { type: 'DISTRICT', country: 'ES', in: 'Barcelona', at: [41.4, 2.15], population: 120_000 },
  Girona: city('Catalonia', 'ES', 100_000, [41.98, 2.82], { zones: ['Costa Brava'] }),
  'Barcelona Airport': {
    type: 'AIRPORT',
    country: 'ES',
    in: 'Catalonia',
    at: [41.2971, 2.07846],
    iata: 'BCN',
    large: true,
    names: [['BCN', 'und', 4]],
  },
  'Girona Airport': {
    type: 'AIRPORT',
    country: 'ES',
    in: 'Catalonia',
    at: [41.9, 2.76],
    iata: 'GRO',
    names: [['GRO', 'und', 4]],
  },
  'Costa Brava': { type: 'ZONE', country: 'ES', at: [42, 3.1], population: 700_000 },
  München: city('Germany', 'DE', 1_260_391, [48.13743, 11.57549], {
    featureCode: 'PPLA',
    language: 'de',
    names: [
      ['Munich', 'en', 1],
      ['Monaco di Baviera', 'it', 2],
      ['Muenchen', 'und', 3],
    ],
  }),
  'Groß-Gerau': city('Germany', 'DE', 24_000, [49.92, 8.48]),
  Vienna: city('Austria', 'AT', 1_691_468, [48.20849, 16.37208], {
    featureCode: 'PPLC',
    names: [
      ['Wien', 'de', 1],
      ['Viena', 'es', 2],
    ],
  }),
  Viena: city('Spain', 'ES', 3_000, [41.1, 0.9]),
  Tbilisi: city('Georgia', 'GE', 1_049_498, [41.69, 44.83], { featureCode: 'PPLC' }),
  Philadelphia: city('United States', 'US', 1_600_000, [39.95, -75.16]),
  'Washington #2': city('District of Columbia', 'US', 689_545, [38.9, -77.04], {
    featureCode: 'PPLC',
    names: [['Washington, D.C.', 'en', 1]],
  }),
  'New York City': city('New York', 'US', 8_804_190, [40.71, -74], {
    names: [
      ['New York', 'en', 1],
      ['NYC', 'und', 4],
    ],
  }),
  York: city('United States', 'US', 44_000, [39.96, -76.7]),
  'San José': city('Costa Rica', 'CR', 335_007, [9.93, -84.08], { featureCode: 'PPLC' }),
  'San Jose': city('United States', 'US', 1_013_240, [37.34, -121.89]),
  Sydney: city('Australia', 'AU', 4_627_345, [-33.87, 151.2], { featureCode: 'PPLA' }),
  'Sydney #2': city('Nova Scotia', 'CA', 31_597, [46.14, -60.18]),
  'St. Louis': city('United States', 'US', 301_578, [38.63, -90.2]),
  Tokyo: city('Japan', 'JP', 8_336_599, [35.69, 139.69], {
    featureCode: 'PPLC',
    names: [
      ['東京', 'ja', 1],
      ['Tokio', 'de', 2],
    ],
  }),
  Yokohama: city('Japan', 'JP', 3_574_443, [35.43, 139.65]),
  Y: city('Hauts-de-France', 'FR', 90, [49.8, 2.99]),
  Eu: city('France', 'FR', 7_600, [50.05, 1.42]),
  Ault: city('Hauts-de-France', 'FR', 1_700, [50.1, 1.45]),
  Eugene: city('United States', 'US', 163_460, [44.05, -123.09]),
  Concord: {
    type: 'AIRPORT',
    country: 'US',
    in: 'United States',
    at: [35.39, -80.71],
    iata: 'USA',
    names: [['USA', 'und', 4]],
  },
  Malágá: city('France', 'FR', 210_000, [48.1, 2.1]),
  Malaga: city('Spain', 'ES', 190_000, [36.72, -4.42]),
  Indonesia: country('ID', 270_000_000, [-2, 118]),
  Bali: region('ID', '02', 1_300_000, [-8.5, 115.2]),
  Bāli: city('Spain', 'ES', 296_973, [22.65, 88.34], { names: [['Bali', 'und', 1]] }),
  Köln: city('Germany', 'DE', 963_395, [50.93, 6.95], {
    featureCode: 'PPLA2',
    otherNames: 90,
    names: [
      ['Cologne', 'und', 3],
      ['Colonia', 'und', 3],
    ],
  }),
  Cologne: city('France', 'FR', 7_600, [45.58, 9.94]),
  Colonia: city('United States', 'US', 17_795, [40.57, -74.3]),
  Grenada: country('GD', 19_251, [12.1, -61.7], [['Granada', 'es', 2]]),
  Granada: city('Spain', 'ES', 234_325, [37.19, -3.61], { featureCode: 'PPLA2', otherNames: 60 }),
  Heathrow: city('United States', 'US', 5_896, [28.76, -81.37]),
  'London Heathrow Airport': {
    type: 'AIRPORT',
    country: 'GB',
    at: [51.47, -0.46],
    iata: 'LHR',
    large: true,
    names: [
      ['LHR', 'und', 4],
      ['Heathrow', 'und', 2],
    ],
  },
  'Barcaldine Airport': {
    type: 'AIRPORT',
    country: 'AU',
    in: 'Australia',
    at: [-23.57, 145.31],
    iata: 'BCI',
  },
  'General José Antonio Anzoategui Airport': {
    type: 'AIRPORT',
    country: 'VE',
    at: [10.1, -64.69],
    iata: 'BLA',
    names: [['Barcelona', 'und', 3]],
  },
  Manhattan: city('New York', 'US', 1_487_536, [40.78, -73.97], { names: [['nyc', 'und', 3]] }),
  'Little Rock Air Force Base': city('United States', 'US', 4_000, [34.91, -92.14]),
  'Clinton National Airport': {
    type: 'AIRPORT',
    country: 'US',
    in: 'United States',
    at: [34.73, -92.22],
    iata: 'LIT',
    large: true,
    names: [['Little Rock', 'und', 2]],
  },
  Aulnay: city('France', 'FR', 82_000, [48.93, 2.5]),
};

export interface SmallWorld {
  places: IndexedPlace[];
  names: IndexedName[];
  index: PlaceIndex;
  buffer: ArrayBufferLike;
}

export const smallWorldId = (name: string) => `plc_${name}`;

export function smallWorld(): SmallWorld {
  const ids = Object.keys(SKETCHES);
  const ordinal = (id: string | undefined) => (id === undefined ? -1 : ids.indexOf(id));
  const places = ids.map(id => indexedPlace(id, SKETCHES[id] as Sketch, ordinal));
  const names = ids.flatMap((id, place): IndexedName[] => {
    const { names: others = [], language = 'und' } = SKETCHES[id] as Sketch;
    const own: IndexedName = { place, name: plainName(id), language, class: 0 };
    return [
      own,
      ...others.map(([name, tag, nameClass]) => ({ place, name, language: tag, class: nameClass })),
    ];
  });
  const buffer = buildPlaceIndex({
    places,
    names,
    dataVersion: 7,
    allocate: size => new SharedArrayBuffer(size),
  });
  return { places, names, buffer, index: openPlaceIndex(buffer) };
}

function plainName(id: string): string {
  return id.replace(/ #\d$/, '');
}

function indexedPlace(id: string, sketch: Sketch, ordinal: (id: string | undefined) => number): IndexedPlace {
  const { type, population = 0, featureCode = null, otherNames, language = 'und', box } = sketch;
  const airport = { size: sketch.large ? ('large' as const) : ('medium' as const), scheduled: true };
  return {
    placeId: smallWorldId(id),
    type,
    name: plainName(id),
    language,
    countryCode: sketch.country,
    regionCode: sketch.region ?? null,
    latitude: sketch.at[0],
    longitude: sketch.at[1],
    iataCode: sketch.iata ?? null,
    weight: placeWeight({ type, population, featureCode, otherNames, airport }),
    parent: ordinal(sketch.in),
    boundingBox: box ? { south: box[0], west: box[1], north: box[2], east: box[3] } : null,
    airports: (sketch.airports ?? []).map(([other, distanceMetres]) => ({
      airport: ordinal(other),
      distanceMetres,
    })),
    zones: (sketch.zones ?? []).map(ordinal),
  };
}
