/**
 * Pairs of hotels that were checked by hand, in the spelling of suppliers. They cover cases that the generated data may
 * miss. Addresses and phone numbers are shortened or invented.
 */
import { describe, expect, test } from 'vitest';
import { hotelEvidence } from '../../../test/mapping/hotel-evidence.ts';
import { CandidateIndex } from '../candidates/candidate-index.ts';
import { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import { normalFormOf } from '../normal-form/normal-form.ts';
import { type Decision, decide } from './decide.ts';
import modelFile from './model.json' with { type: 'json' };
import { readModel } from './model.ts';

type Hotel = Parameters<typeof hotelEvidence>[0];

const model = readModel(modelFile);

/** Decides about a supplier's hotel if `ours` is the only hotel in the catalogue. */
function decideAlone(ours: Hotel, theirs: Hotel): Decision<string> {
  const [a, b] = [normalFormOf(hotelEvidence(ours)), normalFormOf(hotelEvidence(theirs))];
  const corpus = new CorpusStatistics();
  corpus.add('ours', a);
  corpus.add('theirs', b);
  const index = new CandidateIndex([{ id: 'ours', form: a }], corpus);
  return decide(b, index.find(b), corpus, model);
}

const LONDON = { city: 'London', countryCode: 'GB' };
const VEGAS = { city: 'Las Vegas', countryCode: 'US', postalCode: '89109' };
const MADRID = { city: 'Madrid', countryCode: 'ES' };

const SAME: readonly (readonly [string, Hotel, Hotel])[] = [
  [
    'two spaces and an upper-case city',
    {
      name: 'Millennium Hotel London Knightsbridge',
      address: { ...LONDON, lines: ['17 Sloane Street'], postalCode: 'SW1X 9NU' },
      location: { lat: 51.4998, lng: -0.1602 },
      stars: 4,
      category: 'Hotel',
    },
    {
      name: 'Millennium  Hotel London Knightsbridge',
      address: {
        ...LONDON,
        city: 'LONDON',
        lines: ['Sloane Street, London'],
        houseNumber: '17',
        postalCode: 'SW1X 9NU',
      },
      location: { lat: 51.499817, lng: -0.160167 },
      stars: 4,
      category: 'H',
    },
  ],
  [
    'a missing article',
    {
      name: 'The Savoy',
      address: { ...LONDON, lines: ['Strand'], postalCode: 'WC2R 0EZ' },
      location: { lat: 51.5103, lng: -0.1205 },
      phones: ['+44 20 7836 4343'],
      stars: 5,
    },
    {
      name: 'Savoy Hotel',
      address: { ...LONDON, city: 'LONDON', lines: ['Strand'], postalCode: 'WC2R 0EZ' },
      location: { lat: 51.510257, lng: -0.12071 },
      phones: ['+442078364343'],
      stars: 5,
    },
  ],
  [
    'a state before the postcode',
    {
      name: 'Encore at Wynn Las Vegas',
      address: { ...VEGAS, lines: ['3121 Las Vegas Boulevard South'] },
      location: { lat: 36.1292, lng: -115.1654 },
      phones: ['+1 702 770 7171'],
    },
    {
      name: 'Encore at Wynn Las Vegas',
      address: { ...VEGAS, lines: ['3121 Las Vegas Blvd S'], postalCode: 'NV 89109' },
      location: { lat: 36.1271, lng: -115.167 },
      phones: ['1-702-770-7171'],
    },
  ],
  [
    'a registered trademark sign and an apostrophe',
    {
      name: "Harrah's Las Vegas Hotel & Casino",
      address: { ...VEGAS, lines: ['3475 Las Vegas Boulevard South'] },
      location: { lat: 36.1193, lng: -115.1719 },
      stars: 3.5,
    },
    {
      name: 'Harrah’s® Las Vegas Hotel and Casino',
      address: { ...VEGAS, lines: ['3475 Las Vegas Boulevard South'], postalCode: 'NV 89109' },
      location: { lat: 36.1186, lng: -115.172 },
      stars: 4,
    },
  ],
  [
    'accents, translation and word order',
    {
      name: 'Gran Hotel Inglés',
      address: { ...MADRID, lines: ['Calle Echegaray, 8'], postalCode: '28014' },
      location: { lat: 40.41553, lng: -3.70004 },
      phones: ['+34 913 60 00 01'],
      category: 'Hotel',
    },
    {
      name: 'GRAN INGLES HOTEL',
      address: { ...MADRID, lines: ['C/ Echegaray 8'], postalCode: '28014' },
      location: { lat: 40.4156, lng: -3.7 },
      phones: ['0034913600001'],
      category: 'HOTEL',
    },
  ],
  [
    'a typing error in the name',
    {
      name: 'Pensione Bellavista',
      address: { city: 'Roma', countryCode: 'IT', lines: ['Via dei Serpenti 12'], postalCode: '00184' },
      location: { lat: 41.89502, lng: 12.49103 },
      phones: ['+39 06 4824 001'],
      category: 'Guest house',
    },
    {
      name: 'Pensione Belavista',
      address: { city: 'Roma', countryCode: 'IT', lines: ['Via Serpenti, 12'], postalCode: '00184' },
      location: { lat: 41.8951, lng: 12.4911 },
      phones: ['+39064824001'],
      category: 'Pension',
    },
  ],
];

const NEVER_AUTOMATIC: readonly (readonly [string, Hotel, Hotel])[] = [
  [
    'a hotel and its neighbour of the same resort',
    {
      name: 'The Venetian Resort',
      address: { ...VEGAS, lines: ['3355 Las Vegas Boulevard South'] },
      location: { lat: 36.1217, lng: -115.1696 },
      web: 'https://www.venetian.example',
      phones: ['+1 702 414 1000'],
    },
    {
      name: 'The Palazzo at The Venetian®',
      address: { ...VEGAS, lines: ['3325 Las Vegas Boulevard South'], postalCode: 'NV 89109' },
      location: { lat: 36.1242, lng: -115.168 },
      web: 'venetian.example',
      phones: ['+1 702 414 1000'],
    },
  ],
  [
    'two brands of one group in one building',
    {
      name: 'Novotel Paris Gare de Lyon',
      address: { city: 'Paris', countryCode: 'FR', lines: ['2 Rue Hector Malot'], postalCode: '75012' },
      location: { lat: 48.8465, lng: 2.3757 },
      chain: 'Novotel',
      web: 'all.accor.example',
    },
    {
      name: 'Ibis Paris Gare de Lyon',
      address: { city: 'Paris', countryCode: 'FR', lines: ['2 Rue Hector Malot'], postalCode: '75012' },
      location: { lat: 48.8466, lng: 2.3758 },
      chain: 'Ibis',
      web: 'all.accor.example',
    },
  ],
  [
    'an Express hotel next to the regular one',
    {
      name: 'Holiday Inn Berlin Alexanderplatz',
      address: {
        city: 'Berlin',
        countryCode: 'DE',
        lines: ['Theanolte-Bähnisch-Straße 2'],
        postalCode: '10178',
      },
      location: { lat: 52.5228, lng: 13.4172 },
      chain: 'IHG',
    },
    {
      name: 'Holiday Inn Express Berlin Alexanderplatz',
      address: { city: 'Berlin', countryCode: 'DE', lines: ['Stralauer Straße 45'], postalCode: '10179' },
      location: { lat: 52.5178, lng: 13.4134 },
      chain: 'IHG',
    },
  ],
  [
    'two towers with one reception',
    {
      name: 'Marina Bay Tower 1',
      address: { city: 'Dubai', countryCode: 'AE', lines: ['1 Al Marsa Street'] },
      location: { lat: 25.0801, lng: 55.1403 },
      phones: ['+971 4 399 4141'],
      web: 'marinabay.example',
    },
    {
      name: 'Marina Bay Tower II',
      address: { city: 'Dubai', countryCode: 'AE', lines: ['1 Al Marsa Street'] },
      location: { lat: 25.0802, lng: 55.1404 },
      phones: ['+971 4 399 4141'],
      web: 'marinabay.example',
    },
  ],
  [
    'a hotel and apartments at one address',
    {
      name: 'Hotel Atlántico',
      address: { ...MADRID, lines: ['Gran Vía, 38'], postalCode: '28013' },
      location: { lat: 40.4204, lng: -3.7048 },
      phones: ['+34 915 22 64 80'],
      category: 'Hotel',
    },
    {
      name: 'Apartamentos Atlántico',
      address: { ...MADRID, lines: ['Gran Vía, 38'], postalCode: '28013' },
      location: { lat: 40.4204, lng: -3.7048 },
      phones: ['+34 915 22 64 80'],
      category: 'Apartment',
    },
  ],
  [
    'a hotel that replaced another one in the same building',
    {
      name: 'Hotel Ada Palace',
      address: { ...MADRID, lines: ['Gran Vía, 2'], postalCode: '28013' },
      location: { lat: 40.4192, lng: -3.6975 },
      phones: ['+34 917 01 19 19'],
    },
    {
      name: 'Gran Hotel Conde Duque Vía',
      address: { ...MADRID, lines: ['Gran Vía, 2'], postalCode: '28013' },
      location: { lat: 40.4192, lng: -3.6975 },
      phones: ['+34 917 01 19 19'],
    },
  ],
  [
    'the same name in another town',
    {
      name: 'Hotel Miramar',
      address: { city: 'Málaga', countryCode: 'ES', lines: ['Paseo de Reding, 22'], postalCode: '29016' },
      location: { lat: 36.7206, lng: -4.4106 },
      stars: 5,
    },
    {
      name: 'Hotel Miramar',
      address: { city: 'Fuengirola', countryCode: 'ES', lines: ['Paseo Marítimo, 10'], postalCode: '29640' },
      location: { lat: 36.5397, lng: -4.6247 },
      stars: 3,
    },
  ],
  [
    'different ids in a shared code system',
    {
      name: 'Hotel Las Letras',
      address: { ...MADRID, lines: ['Gran Vía, 11'], postalCode: '28013' },
      location: { lat: 40.4197, lng: -3.6988 },
      ids: { giata: '12345' },
    },
    {
      name: 'Hotel Las Letras',
      address: { ...MADRID, lines: ['Gran Vía, 11'], postalCode: '28013' },
      location: { lat: 40.4197, lng: -3.6988 },
      ids: { giata: '54321' },
    },
  ],
  [
    'a motel of the same chain along the same road',
    {
      name: 'Motel 6 Las Vegas Tropicana',
      address: { ...VEGAS, lines: ['195 E Tropicana Avenue'] },
      location: { lat: 36.1004, lng: -115.1668 },
      chain: 'Motel 6',
    },
    {
      name: 'Motel 6 Las Vegas Boulder Highway',
      address: { ...VEGAS, lines: ['4125 Boulder Highway'], postalCode: '89121' },
      location: { lat: 36.1234, lng: -115.0761 },
      chain: 'Motel 6',
    },
  ],
];

describe('hand-checked pairs', () => {
  test.each(SAME)('two records of one hotel are matched automatically despite %s', (_, ours, theirs) => {
    expect(decideAlone(ours, theirs).outcome).toBe('SAME');
  });

  test.each(NEVER_AUTOMATIC)('two different hotels are not matched automatically: %s', (_, ours, theirs) => {
    expect(decideAlone(ours, theirs).outcome).not.toBe('SAME');
  });
});
