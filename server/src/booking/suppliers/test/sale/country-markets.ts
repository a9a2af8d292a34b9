/** Price level, currency, taxes and seasons of each country. Pure. */

export interface CountryMarket {
  currency: string;
  /** Price level compared with Spain. */
  levelPermille: number;
  /** Included in every price. 0 if the country has no VAT. */
  vatPermille: number;
  /** Euro cents per adult and night, paid at the hotel. 0 if the country has no city tax. */
  cityTaxCents: number;
  /** Whether some hotels charge a resort fee. */
  hasResortFees: boolean;
  seasons: 'NORTH' | 'SOUTH' | 'TROPICS';
}

/** Minor units per euro. Used only to generate plausible prices: suppliers do not convert currencies. */
const MINOR_PER_EURO: Readonly<Record<string, number>> = {
  EUR: 100,
  GBP: 86,
  USD: 110,
  CHF: 95,
  JPY: 165,
  KWD: 337,
  SEK: 1_130,
  NOK: 1_170,
  DKK: 746,
  PLN: 428,
  CZK: 2_520,
  HUF: 39_500,
  TRY: 4_600,
  AED: 404,
  THB: 3_750,
  MXN: 2_080,
  BRL: 620,
  CAD: 153,
  AUD: 168,
  NZD: 186,
  SGD: 145,
  HKD: 857,
  KRW: 1_540,
  CNY: 790,
  INR: 9_500,
  ZAR: 2_000,
  MAD: 1_070,
  IDR: 1_800_000,
};

/** Prices are rounded to these steps so that they look realistic. */
const STEPS: Readonly<Record<string, number>> = { JPY: 10, KRW: 100, HUF: 1_000, IDR: 100_000, KWD: 50 };

const EURO_COUNTRIES = new Set(
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK ZZ'.split(' '),
);

const OWN_CURRENCIES: Readonly<Record<string, string>> = {
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  JP: 'JPY',
  KW: 'KWD',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  TR: 'TRY',
  AE: 'AED',
  TH: 'THB',
  MX: 'MXN',
  BR: 'BRL',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  KR: 'KRW',
  CN: 'CNY',
  IN: 'INR',
  ZA: 'ZAR',
  MA: 'MAD',
  ID: 'IDR',
};

/** Price level, VAT and city tax in cents. */
const FIGURES: Readonly<Record<string, readonly [number, number, number]>> = {
  AE: [1_050, 50, 370],
  AT: [1_100, 100, 320],
  AU: [1_150, 100, 0],
  BE: [1_100, 60, 400],
  BR: [650, 50, 0],
  CA: [1_150, 130, 0],
  CH: [1_650, 38, 350],
  CN: [650, 60, 0],
  CZ: [800, 120, 200],
  DE: [1_050, 70, 300],
  DK: [1_350, 250, 0],
  ES: [1_000, 100, 220],
  FI: [1_150, 135, 0],
  FR: [1_200, 100, 290],
  GB: [1_350, 200, 0],
  GR: [950, 130, 200],
  HK: [1_250, 30, 0],
  HR: [950, 130, 180],
  HU: [700, 50, 250],
  ID: [480, 110, 0],
  IE: [1_300, 135, 0],
  IN: [500, 120, 0],
  IT: [1_150, 100, 400],
  JP: [1_050, 100, 120],
  KR: [900, 100, 0],
  KW: [1_000, 0, 0],
  MA: [620, 100, 200],
  MT: [950, 70, 50],
  MX: [750, 160, 0],
  NL: [1_250, 90, 450],
  NO: [1_350, 120, 0],
  NZ: [1_000, 150, 0],
  PL: [700, 80, 60],
  PT: [950, 60, 200],
  SE: [1_150, 120, 0],
  SG: [1_350, 90, 0],
  TH: [520, 70, 0],
  TR: [600, 100, 0],
  US: [1_450, 130, 0],
  ZA: [650, 150, 0],
  // The fictitious country of the scenario hotels.
  ZZ: [1_000, 100, 220],
};
const ELSEWHERE = [700, 100, 0] as const;

const RESORT_FEES = new Set(['US', 'MX', 'AE', 'PR', 'DO', 'BS']);
const SOUTH = new Set('AR AU BR CL NA NZ PE PY UY ZA ZW BW MZ'.split(' '));
const TROPICS = new Set(
  'AE BS CR CU DO EG HK ID IN JM KH KW LK MU MV MX MY PA PH PR QA SA SC SG TH VN'.split(' '),
);

const markets = new Map<string, CountryMarket>();

export function marketOf(countryCode: string): CountryMarket {
  let market = markets.get(countryCode);
  if (market === undefined) {
    market = makeMarket(countryCode);
    markets.set(countryCode, market);
  }
  return market;
}

function makeMarket(countryCode: string): CountryMarket {
  const [levelPermille, vatPermille, cityTaxCents] = FIGURES[countryCode] ?? ELSEWHERE;
  const currency = EURO_COUNTRIES.has(countryCode) ? 'EUR' : (OWN_CURRENCIES[countryCode] ?? 'USD');
  const seasons = SOUTH.has(countryCode) ? 'SOUTH' : TROPICS.has(countryCode) ? 'TROPICS' : 'NORTH';
  const hasResortFees = RESORT_FEES.has(countryCode);
  return { currency, levelPermille, vatPermille, cityTaxCents, hasResortFees, seasons };
}

/** Converts euro cents, multiplied by a factor, into a realistic price. Rounds half up. */
export function priceIn(currency: string, cents: number, permille = 1_000): number {
  return pricesIn(currency)(cents, permille);
}

/** Looks up the currency only once. */
export function pricesIn(currency: string): (cents: number, permille: number) => number {
  const step = STEPS[currency] ?? 1;
  const perEuro = MINOR_PER_EURO[currency] ?? 100;
  return (cents, permille) => Math.round((cents * permille * perEuro) / (100_000 * step)) * step;
}
