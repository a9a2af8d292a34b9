/** Chooses the names that fit a country. Pure. */
import { AFRICAN, ARABIC, CHINESE, INDIAN, JAPANESE, MAGHREB, SOUTH_EAST_ASIAN } from './asian.ts';
import { BALTIC, GREEK, MAGYAR, ROMANIAN, SILK_ROAD, SLAVIC, TURKISH } from './eastern.ts';
import { AMERICAN, DANISH, DUTCH, ENGLISH, GERMAN, NORDIC, SWEDISH } from './germanic.ts';
import type { Naming } from './naming.ts';
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './romance.ts';

const COUNTRIES: readonly (readonly [Naming, string])[] = [
  [SPANISH, 'ES MX AR CL CO PE UY PY BO EC VE CR PA GT HN SV NI CU DO PR GQ'],
  [PORTUGUESE, 'PT BR AO MZ CV GW ST'],
  [FRENCH, 'FR BE MC LU SN CI CM BF ML NE TG BJ GA CG CD MG HT MQ GP RE PF NC GN TD CF DJ BI KM'],
  [ITALIAN, 'IT SM VA'],
  [GERMAN, 'DE AT CH LI'],
  [DUTCH, 'NL SR AW CW'],
  [NORDIC, 'NO IS FI'],
  [SWEDISH, 'SE'],
  [DANISH, 'DK'],
  [AMERICAN, 'US CA'],
  [SLAVIC, 'PL CZ SK SI HR RS BA ME MK BG RU UA BY XK AL'],
  [MAGYAR, 'HU'],
  [ROMANIAN, 'RO MD'],
  [BALTIC, 'EE LV LT'],
  [GREEK, 'GR CY'],
  [TURKISH, 'TR'],
  [SILK_ROAD, 'GE AM AZ UZ KZ KG TJ TM IR AF MN'],
  [MAGHREB, 'MA TN DZ MR'],
  [ARABIC, 'AE SA QA KW BH OM JO LB SY IQ YE EG LY SD PS IL'],
  [INDIAN, 'IN LK NP BD PK BT'],
  [SOUTH_EAST_ASIAN, 'TH VN KH LA MM MY SG ID PH BN TL MV'],
  [JAPANESE, 'JP'],
  [CHINESE, 'CN HK MO TW KR KP'],
  [AFRICAN, 'ZA KE TZ UG RW NA BW ZM ZW MW NG GH GM SL LR ET ER SO SS LS SZ MU SC'],
];

const BY_COUNTRY = new Map(
  COUNTRIES.flatMap(([naming, codes]) => codes.split(' ').map(code => [code, naming])),
);

export function namingOf(countryCode: string): Naming {
  return BY_COUNTRY.get(countryCode) ?? ENGLISH;
}
