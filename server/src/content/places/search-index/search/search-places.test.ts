import { describe, expect, it } from 'vitest';
import { smallWorld, smallWorldId } from '../../../../../test/small-world.ts';
import type { PlaceQuery } from '../place-query.ts';

const { index } = smallWorld();

function found(query: string, more: Partial<PlaceQuery> = {}) {
  return index.search({ query, limit: 10, ...more });
}
const ids = (query: string, more: Partial<PlaceQuery> = {}) =>
  found(query, more).map(({ place }) => index.placeId(place).slice(4));
const first = (query: string, more: Partial<PlaceQuery> = {}) => ids(query, more)[0];

describe('ranking', () => {
  it.each([
    ['barc', 'Barcelona'],
    ['BARCELONA', 'Barcelona'],
    ['münchen', 'München'],
    ['munchen', 'München'],
    ['Monaco di Baviera', 'München'],
    ['tokio', 'Tokyo'],
    ['東京', 'Tokyo'],
    ['東', 'Tokyo'],
    ['Париж', 'Paris'],
    ['пари', 'Paris'],
    ['vienna', 'Vienna'],
    ['wien', 'Vienna'],
    ['st louis', 'St. Louis'],
    ['saint louis', 'St. Louis'],
    ['gross gerau', 'Groß-Gerau'],
    ['paris', 'Paris'],
    ['paris texas', 'Paris #2'],
    ['paris, tx', 'Paris #2'],
    ['Paris TX', 'Paris #2'],
    ['paris tex', 'Paris #2'],
    ['texas paris', 'Paris #2'],
    ['san jose costa rica', 'San José'],
    ['san jose usa', 'San Jose'],
    ['new york', 'New York City'],
    ['USA', 'United States'],
    ['malaga', 'Malaga'],
    ['hotel münchen', 'München'],
    ['hotels in tokyo', 'Tokyo'],
    ['aeropuerto de girona', 'Girona Airport'],
    ['malágá', 'Malágá'],
    ['york new', 'New York City'],
    ['york', 'York'],
    ['Sydney', 'Sydney'],
    ['Sydney NS', 'Sydney #2'],
    ['sydney, nova scotia', 'Sydney #2'],
    ['Georgia', 'Georgia'],
    ['georgia united states', 'Georgia #2'],
    ['Philadelphia', 'Philadelphia'],
    ['washington dc', 'Washington #2'],
    ['costa br', 'Costa Brava'],
    ['paris frnace', 'Paris'],
    ['spain', 'Spain'],
    ['españa', 'Spain'],
    ['bali', 'Bali'],
    ['Cologne', 'Köln'],
    ['colonia', 'Köln'],
    ['granada', 'Granada'],
    ['Heathrow', 'London Heathrow Airport'],
    ['nyc', 'New York City'],
    ['NYC', 'New York City'],
  ])('a search for %s ranks %s first', (query, name) => {
    expect(first(query)).toBe(name);
  });

  it.each([
    ['a missing letter', 'barclona', 'Barcelona'],
    ['an added letter', 'barccelona', 'Barcelona'],
    ['a wrong letter', 'barcekona', 'Barcelona'],
    ['swapped letters', 'barceolna', 'Barcelona'],
    ['a wrong first letter', 'varcelona', 'Barcelona'],
    ['an error in an unfinished word', 'bercel', 'Barcelona'],
    ['two errors', 'brcelons', 'Barcelona'],
    ['an error in another script', 'Праиж', 'Paris'],
    ['an error in a short word', 'pariz', 'Paris'],
    ['an error before the country', 'barcelna spain', 'Barcelona'],
  ])('a place search tolerates %s in "%s"', (_, query, name) => {
    expect(first(query)).toBe(name);
    expect(found(query)[0]?.kind).toBe('TRIGRAM');
  });

  it('a search for an airport code ranks the airport first and its city second', () => {
    expect(ids('BCN').slice(0, 2)).toEqual(['Barcelona Airport', 'Barcelona']);
    expect(ids('bcn').slice(0, 2)).toEqual(['Barcelona Airport', 'Barcelona']);
    expect(first('GRO')).toBe('Girona Airport');
    expect(ids(' gro ')).toContain('Girona Airport');
    expect(found('BC').some(({ alias }) => alias >= 0 && index.nameText(alias) === 'BCN')).toBe(false);
  });

  it('a search finds all places with the same name: state, city and capital', () => {
    expect(ids('Washington').slice(0, 2).sort()).toEqual(['Washington', 'Washington #2']);
    expect(ids('Georgia')).toContain('Georgia #2');
    expect(ids('viena')).toEqual(expect.arrayContaining(['Vienna', 'Viena']));
  });

  it.each(['Y', 'Eu', 'Ault'])('a search finds the village %s even on a short page', name => {
    expect(ids(name)).toContain(name);
    expect(ids(name, { limit: 2 })).toContain(name);
  });
});

describe('a query with words that no name contains', () => {
  it.each([
    ['Girona Air Base', 'Girona Airport'],
    ['Girona International Airport Xqzvwk', 'Girona Airport'],
    ['Xqzvwk Barcelona', 'Barcelona'],
    ['Barcelona Xqzvwk', 'Barcelona'],
    ['Barcelona, Xqzvwk Province', 'Barcelona'],
    ['Republic of Georgia', 'Georgia'],
    ['Philadelpia Xqzvwk', 'Philadelphia'],
    ['Xqzvwk San José Qwrtzp', 'San José'],
    ['Sydney Xqzvwk Nova Scotia', 'Sydney #2'],
  ])('a search for %s ranks %s first', (query, name) => {
    expect(first(query)).toBe(name);
  });

  it('a search leaves out common words before rare words', () => {
    // Of these words, "new" is the most common one and "Yokohama" the rarest.
    expect(first('new costa yokohama')).toBe('Yokohama');
  });

  it('a match of all query words scores higher than a match with words left out', () => {
    const [complete, relaxed] = [found('san jose costa rica')[0], found('san jose xqzvwk')[0]];
    expect(relaxed?.score).toBeLessThan(complete?.score ?? 0);
  });

  it('a search finds nothing if no name contains any of its words', () => {
    expect(found('xqzvwk qwrtzpf')).toEqual([]);
  });
});

describe('a query for an airport', () => {
  it.each([
    ['Barcelona International Airport', 'Barcelona Airport'],
    ['Flughafen Barcelone', 'Barcelona Airport'],
    ['Барселона аэропорт', 'Barcelona Airport'],
    ['Barcelona airport', 'Barcelona Airport'],
    ['aeropuerto internacional de girona', 'Girona Airport'],
    ['London Heathrow Air Field', 'London Heathrow Airport'],
  ])('a search for %s ranks %s first', (query, name) => {
    expect(first(query)).toBe(name);
  });

  it('a search does not return airports that match nothing but the word for airports', () => {
    expect(ids('xqzvwk airport')).toEqual([]);
  });

  it('a city whose whole name was typed ranks above an airport found by fewer words', () => {
    expect(first('Little Rock Air Force Base')).toBe('Little Rock Air Force Base');
  });

  it('the explanation of an airport match refers to the alias of its city and the words that matched', () => {
    const [hit] = found('Flughafen Barcelone');
    const text = index.nameText(hit?.alias ?? -1);
    expect(text).toBe('Barcelone');
    expect(hit?.ranges).toEqual([{ start: 0, end: 9 }]);
  });
});

describe('filters', () => {
  it('a search finds only places of the requested types and in the requested countries', () => {
    expect(ids('paris', { countryCodes: ['US'] })[0]).toBe('Paris #2');
    expect(ids('barcelona', { types: ['AIRPORT'] })[0]).toBe('Barcelona Airport');
    expect(ids('georgia', { types: ['REGION'] })).toEqual(['Georgia #2']);
    expect(ids('georgia', { types: ['REGION'], countryCodes: ['GE'] })).not.toContain('Georgia #2');
    for (const { place } of found('a', { types: ['CITY'], limit: 50 }))
      expect(index.type(place)).toBe('CITY');
    expect(ids('paris', { countryCodes: ['ZZ'] })).toEqual([]);
    expect(first('barclona', { countryCodes: ['ES'], types: ['CITY'] })).toBe('Barcelona');
    expect(first('paris texas', { types: ['CITY'] })).toBe('Paris #2');
  });
});

describe('a search for airports only', () => {
  it('a search for airports finds them by the city they serve and returns the name that matched', () => {
    expect(first('barc', { types: ['AIRPORT'] })).toBe('Barcelona Airport');
    const [hit] = found('barcelone', { types: ['AIRPORT'] });
    expect(index.placeId(hit?.place ?? -1)).toBe(smallWorldId('Barcelona Airport'));
    expect(index.nameText(hit?.alias ?? -1)).toBe('Barcelone');
    expect(hit?.score).toBeLessThanOrEqual(1);
  });

  it('a search for airports ignores cities outside the requested country', () => {
    expect(ids('barcelona', { types: ['AIRPORT'], countryCodes: ['VE'] })).toEqual([
      'General José Antonio Anzoategui Airport',
    ]);
  });
});

describe('near and language', () => {
  it('a search boosts places that are close to the user', () => {
    const near = { latitude: 46.1, longitude: -60.2 };
    expect(ids('sydney').indexOf('Sydney #2')).toBeGreaterThan(0);
    const [plain, boosted] = [found('sydney'), found('sydney', { near })];
    const share = (hits: typeof plain) => {
      const score = (name: string) =>
        hits.find(({ place }) => index.placeId(place) === smallWorldId(name))?.score ?? 0;
      return score('Sydney #2') / score('Sydney');
    };
    expect(share(boosted)).toBeGreaterThan(share(plain) * 1.2);
  });

  it('a search boosts names in the requested language and returns an alias only if it differs from the name shown', () => {
    const [hit] = found('viena', { language: 'es' });
    expect(index.placeId(hit?.place ?? -1)).toBe(smallWorldId('Vienna'));
    expect(hit?.alias).toBe(-1);
    const [plain] = found('wien');
    expect(index.nameText(plain?.alias ?? -1)).toBe('Wien');
    expect(found('Wien', { language: 'de' })[0]?.alias).toBe(-1);
  });
});

describe('the explanation of a match', () => {
  it.each([
    ['barc', 'PREFIX', 'Barcelona', ['Barc']],
    ['barcelona', 'EXACT', 'Barcelona', ['Barcelona']],
    ['gross', 'PREFIX', 'Groß-Gerau', ['Groß']],
    ['gross-ger', 'PREFIX', 'Groß-Gerau', ['Groß-Ger']],
    ['saint lou', 'PREFIX', 'St. Louis', ['St. Lou']],
    ['gerau', 'FULL_TEXT', 'Groß-Gerau', ['Gerau']],
    ['york new', 'FULL_TEXT', 'New York', ['New', 'York']],
    ['paris texas', 'FULL_TEXT', 'Paris', ['Paris']],
    ['munc', 'PREFIX', 'München', ['Münc']],
    ['пари', 'PREFIX', 'Париж', ['Пари']],
    ['東', 'PREFIX', '東京', ['東']],
    ['barcekona', 'TRIGRAM', 'Barcelona', ['Barcelona']],
    ['barclona spain', 'TRIGRAM', 'Barcelona', ['Barcelona']],
  ])('a search for %s is explained as a %s match of %s', (query, kind, name, parts) => {
    const [hit] = found(query);
    const text =
      hit === undefined ? '' : hit.alias < 0 ? index.name(hit.place).text : index.nameText(hit.alias);
    expect([hit?.kind, text]).toEqual([kind, name]);
    expect(hit?.ranges.map(({ start, end }) => text.slice(start, end))).toEqual(parts);
  });

  it('the same query always returns the same result, in descending order of score', () => {
    for (const query of ['a', 'san', 'new york', 'barclona', 'paris frnace']) {
      const hits = found(query, { limit: 50 });
      expect(found(query, { limit: 50 })).toEqual(hits);
      const scores = hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const score of scores) expect(score).toBeGreaterThan(0);
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    }
  });
});
