import { expect, it } from 'vitest';
import { type AirportRecord, airportShortName, parseAirport } from './airport-record.ts';

it.each([
  ['London Heathrow Airport', 'London', 'Heathrow'],
  ['Stockholm-Arlanda Airport', 'Stockholm', 'Arlanda'],
  ['Amsterdam Airport Schiphol', 'Amsterdam', 'Schiphol'],
  ['Paris-Orly Airport', 'Paris (Orly, Val-de-Marne)', 'Orly'],
  ['Adolfo Suárez Madrid–Barajas Airport', 'Madrid', 'Barajas'],
  ['Josep Tarradellas Barcelona-El Prat Airport', 'Barcelona', 'El Prat'],
  ['Charles de Gaulle International Airport', "Paris (Roissy-en-France, Val-d'Oise)", 'Charles de Gaulle'],
  ['LaGuardia Airport', 'New York', 'LaGuardia'],
  ['São Paulo Guarulhos Airport', 'Sao Paulo', 'Guarulhos'],
])('the name %s of an airport in %s is shortened to %s', (name, municipality, short) => {
  expect(airportShortName(name, municipality)).toBe(short);
});

it.each([
  ['Narita International Airport', 'Narita'],
  ['Frankfurt Airport', 'Frankfurt am Main/Frankfurt'],
  ['Washington Dulles International Airport', 'Dulles'],
  ['Kansai', null],
])('the name %s of an airport in %s has no short form', (name, municipality) => {
  expect(airportShortName(name, municipality)).toBeNull();
});

const OGLE: AirportRecord = {
  ident: 'SYEC',
  type: 'medium_airport',
  name: 'Eugene F. Correira International Airport',
  latitude_deg: '6.80628',
  longitude_deg: '-58.1059',
  iso_country: 'GY',
  iso_region: 'GY-DE',
  municipality: 'Ogle',
  scheduled_service: 'yes',
  iata_code: 'OGL',
  wikipedia_link: '',
  keywords: '',
};

function alternates(changes: Partial<AirportRecord>): string[] {
  const parsed = parseAirport({ ...OGLE, ...changes });
  return parsed.kind === 'place' ? (parsed.place.alternates?.split(',') ?? []) : [];
}

it('an airport whose name lacks its city gets another name that contains the city', () => {
  expect(alternates({})).toEqual(['Ogle Airport']);
  expect(alternates({ municipality: "Paris (Roissy-en-France, Val-d'Oise)" })).toEqual(['Paris Airport']);
  expect(alternates({ name: 'Ogle Field' })).toEqual([]);
  expect(alternates({ municipality: '' })).toEqual([]);
});

it('the keywords of an airport and the title of its Wikipedia article become other names', () => {
  const link = 'https://en.wikipedia.org/wiki/Grand_Case-Esp%C3%A9rance_Airport_(Saint_Martin)';
  expect(alternates({ municipality: '', keywords: 'Old Field, ABC', wikipedia_link: link })).toEqual([
    'Old Field',
    'ABC',
    'Grand Case-Espérance Airport',
  ]);
});

it.each([
  'https://en.wikipedia.org/wiki/Ogle,_Guyana',
  'https://example.com/wiki/Ogle_Airport',
  'https://en.wikipedia.org/wiki/%E0%A4%A_Airport',
  'https://en.wikipedia.org/wiki/Eugene_F._Correira_International_Airport',
])('an airport gets no other name from the link %s', link => {
  expect(alternates({ municipality: '', wikipedia_link: link })).toEqual([]);
});
