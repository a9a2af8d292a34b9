/** Small files in the public formats of GeoNames and OurAirports, with some well-known and some invented places. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface CityFields {
  id: number;
  name: string;
  ascii?: string;
  alternates?: string;
  latitude?: number | string;
  longitude?: number | string;
  featureClass?: string;
  featureCode?: string;
  country?: string;
  region?: string;
  second?: string;
  population?: number | string;
  timeZone?: string;
}

export function cityLine(city: CityFields): string {
  return [
    city.id,
    city.name,
    city.ascii ?? city.name,
    city.alternates ?? '',
    city.latitude ?? 41.4,
    city.longitude ?? 2.2,
    city.featureClass ?? 'P',
    city.featureCode ?? 'PPL',
    city.country ?? 'ES',
    '',
    city.region ?? '56',
    city.second ?? '',
    '',
    '',
    city.population ?? 1000,
    '',
    '10',
    city.timeZone ?? 'Europe/Madrid',
    '2024-01-01',
  ].join('\t');
}

export const BARCELONA: CityFields = {
  id: 3128760,
  name: 'Barcelona',
  alternates: 'BCN,Barcellona,Barcelone,Barcelona,Барселона',
  latitude: 41.38879,
  longitude: 2.15899,
  featureCode: 'PPLA',
  second: 'B',
  population: 1_620_343,
};
export const GIRONA: CityFields = {
  id: 3121456,
  name: 'Girona',
  alternates: 'Gerona,Gérone',
  latitude: 41.98311,
  longitude: 2.82493,
  featureCode: 'PPLA2',
  second: 'GI',
  population: 106_476,
};
export const LLORET: CityFields = {
  id: 3118150,
  name: 'Lloret de Mar',
  latitude: 41.69993,
  longitude: 2.84565,
  second: 'GI',
  population: 39_363,
};
export const GRACIA: CityFields = {
  id: 3121437,
  name: 'Gràcia',
  ascii: 'Gracia',
  latitude: 41.40237,
  longitude: 2.15641,
  featureCode: 'PPLX',
  second: 'B',
  population: 120_087,
};
export const MADRID: CityFields = {
  id: 3117735,
  name: 'Madrid',
  alternates: 'MAD,Madryt',
  latitude: 40.4165,
  longitude: -3.70256,
  featureCode: 'PPLC',
  region: '29',
  second: 'M',
  population: 3_255_944,
};
export const AMMAN: CityFields = {
  id: 250441,
  name: 'Amman',
  alternates: 'AMM,Philadelphia,Ammán',
  latitude: 31.95522,
  longitude: 35.94503,
  featureCode: 'PPLC',
  country: 'JO',
  region: '16',
  population: 1_275_857,
  timeZone: 'Asia/Amman',
};
export const SIX_CITIES = [BARCELONA, GIRONA, LLORET, GRACIA, MADRID, AMMAN];

export const REGION_LINES = [
  'ES.56\tCatalonia\tCatalonia\t3336901',
  'ES.29\tMadrid\tMadrid\t3117732',
  'JO.16\tAmman\tAmman\t250439',
  'AQ.01\tNowhere\tNowhere\t999001',
];

export const COUNTRY_LINES = [
  '#ISO\tISO3\tISO-Numeric\tfips\tCountry',
  'ES\tESP\t724\tSP\tSpain\tMadrid\t504782\t46723749\tEU\t.es\tEUR\tEuro\t34\t#####\t^(\\d{5})$\tes-ES,ca,gl,eu,oc\t2510769\tAD,PT,GI,FR,MA\t',
  'JO\tJOR\t400\tJO\tJordan\tAmman\t92300\t9956011\tAS\t.jo\tJOD\tDinar\t962\t#####\t^(\\d{5})$\tar-JO,en\t248816\tSY,SA,IQ,IL,PS\t',
];

export interface AirportFields {
  ident: string;
  type?: string;
  name: string;
  latitude?: number | string;
  longitude?: number | string;
  country?: string;
  municipality?: string;
  scheduled?: string;
  iata?: string;
  wikipedia?: string;
  keywords?: string;
}

const HEAD_18 =
  '"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","continent","iso_country","iso_region","municipality","scheduled_service","gps_code","iata_code","local_code","home_link","wikipedia_link","keywords"';
const HEAD_19 = HEAD_18.replace('"gps_code"', '"icao_code","gps_code"');

/** Formats airports like OurAirports, with the old or the new columns. */
export function airportsFile(airports: readonly AirportFields[], columns: 18 | 19 = 19): string {
  const rows = airports.map((airport, i) => {
    const cells = [
      i + 1,
      airport.ident,
      airport.type ?? 'large_airport',
      airport.name,
      airport.latitude ?? 41.3,
      airport.longitude ?? 2.08,
      12,
      'EU',
      airport.country ?? 'ES',
      'ES-CT',
      airport.municipality ?? '',
      airport.scheduled ?? 'yes',
      ...(columns === 19 ? [airport.ident] : []),
      airport.ident,
      airport.iata ?? '',
      '',
      '',
      airport.wikipedia ?? '',
      airport.keywords ?? '',
    ];
    return cells.map(cell => (typeof cell === 'number' ? cell : `"${cell.replaceAll('"', '""')}"`)).join(',');
  });
  return `${[columns === 19 ? HEAD_19 : HEAD_18, ...rows].join('\n')}\n`;
}

export const EL_PRAT: AirportFields = {
  ident: 'LEBL',
  name: 'Josep Tarradellas Barcelona-El Prat Airport',
  latitude: 41.2971,
  longitude: 2.07846,
  municipality: 'Barcelona',
  iata: 'BCN',
  keywords: 'El Prat, Prat',
};
export const GIRONA_AIRPORT: AirportFields = {
  ident: 'LEGE',
  type: 'medium_airport',
  name: 'Girona-Costa Brava Airport',
  latitude: 41.90099,
  longitude: 2.76055,
  municipality: 'Girona (Vilobí d’Onyar)',
  iata: 'GRO',
};

export function alternateLine(
  nameId: number,
  geonameId: number,
  language: string,
  name: string,
  flags: { preferred?: boolean; colloquial?: boolean; historic?: boolean } = {},
): string {
  const flag = (value: boolean | undefined) => (value ? '1' : '');
  return [
    nameId,
    geonameId,
    language,
    name,
    flag(flags.preferred),
    '',
    flag(flags.colloquial),
    flag(flags.historic),
    '',
    '',
  ].join('\t');
}

const folder = mkdtempSync(join(tmpdir(), 'serai-places-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

export function fileOf(name: string, content: string | Buffer | readonly string[]): string {
  const path = join(mkdtempSync(join(folder, 'file-')), name);
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(path, isText ? content : `${(content as readonly string[]).join('\n')}\n`);
  return path;
}
