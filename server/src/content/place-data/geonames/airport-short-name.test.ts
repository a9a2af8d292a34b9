import { expect, it } from 'vitest';
import { airportShortName } from './airport-short-name.ts';

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
])('%s in %s is called %s', (name, municipality, short) => {
  expect(airportShortName(name, municipality)).toBe(short);
});

it.each([
  ['Narita International Airport', 'Narita'],
  ['Frankfurt Airport', 'Frankfurt am Main/Frankfurt'],
  ['Washington Dulles International Airport', 'Dulles'],
  ['Kansai', null],
])('%s in %s has no name of its own', (name, municipality) => {
  expect(airportShortName(name, municipality)).toBeNull();
});
