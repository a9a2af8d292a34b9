import { expect, it } from 'vitest';
import { airportShortName } from './airport-record.ts';

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
])('the airport name %s in %s is shortened to %s', (name, municipality, short) => {
  expect(airportShortName(name, municipality)).toBe(short);
});

it.each([
  ['Narita International Airport', 'Narita'],
  ['Frankfurt Airport', 'Frankfurt am Main/Frankfurt'],
  ['Washington Dulles International Airport', 'Dulles'],
  ['Kansai', null],
])('the airport name %s in %s has no short form', (name, municipality) => {
  expect(airportShortName(name, municipality)).toBeNull();
});
