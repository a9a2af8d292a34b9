/** The first page, the place suggestions, and the results with their filters and map. */
import type { AvailabilityRequest, AvailabilitySummary, Image, Place, Serai } from '@serai/sdk';
import { cityMap } from './city-map.ts';
import { page, photo, searchForm } from './layout.ts';
import {
  boardName,
  money,
  nightsOf,
  plural,
  readStay,
  type Stay,
  shortMoney,
  shortTerms,
  stars,
  stayQuery,
  stayRequest,
} from './stay.ts';
import { type Html, hidden, html, json, type Route, type Visit } from './web.ts';

const PAGE_SIZE = 20;
const SORTS = {
  RANK: 'Recommended',
  PRICE: 'Lowest price',
  DISTANCE: 'Closest to the centre',
  STARS: 'Most stars',
};
const FACILITIES = {
  WIFI_FREE: 'Free Wi-Fi',
  POOL_OUTDOOR: 'Outdoor pool',
  PARKING_FREE: 'Free parking',
  PETS_ALLOWED: 'Pets welcome',
  GYM: 'Gym',
  SPA: 'Spa',
} as const;
const IDEAS = ['Barcelona', 'Lisbon', 'Rome', 'Tokyo', 'Sandbox'];

type Facility = keyof typeof FACILITIES;
type Filters = NonNullable<AvailabilityRequest['filters']>;
type FoundHotel = AvailabilitySummary['hotels'][number];

export function searchRoutes(serai: Serai): Record<string, Route> {
  return {
    'GET /': () =>
      page(
        'Find a place to stay',
        html`<section class="hero">
<h1>Where to next?</h1>
<p>Thousands of hotels, clear cancellation terms, no surprises.</p>
${searchForm(readStay(new URLSearchParams()))}
</section>
<h2>Try one of these</h2>
<nav class="row" aria-label="Ideas">
${IDEAS.map(name => html`<a class="chip" href="/search?where=${name}">${name}</a>`)}
</nav>`,
      ),
    'GET /places': async ({ query }) => {
      const places = await findPlaces(serai, query.get('q') ?? '');
      return json(places.map(({ placeId, type, displayName }) => ({ placeId, type, displayName })));
    },
    'GET /search': visit => results(serai, visit),
  };
}

async function findPlaces(serai: Serai, text: string): Promise<Place[]> {
  const query = text.trim().slice(0, 100);
  if (query === '') return [];
  return (await serai.places.search({ query, language: 'en', limit: 8 })).places;
}

async function results(serai: Serai, { query, seal, unseal }: Visit) {
  const asked = readStay(query);
  const places = await findPlaces(serai, asked.where);
  // A chosen place is searched even if its text finds others. The text then only supplies its name and centre.
  const place = asked.place === '' ? places[0] : places.find(({ placeId }) => placeId === asked.place);
  if (place === undefined && asked.place === '') {
    const message = html`${searchForm(asked)}
<h1>We do not know “${asked.where}”</h1>
<p>Check the spelling, or try a larger place nearby.</p>`;
    return page('No such place', message, { status: 404 });
  }
  const stay = {
    ...asked,
    place: place?.placeId ?? asked.place,
    where: place?.displayName ?? asked.where,
  };
  const { sort, filters } = readFilters(query);
  const found = await serai.hotels.availability({
    ...stayRequest(stay),
    destination: { canonicalCityId: stay.place },
    filters,
    sort,
    offerDetail: 'SUMMARY',
    maxOffersPerHotel: 1,
    page: { limit: PAGE_SIZE, ...(query.has('cursor') && { cursor: unseal(query.get('cursor')) }) },
  });
  const pictures = await picturesOf(serai, found.hotels);
  const title = `Hotels in ${place?.name ?? (asked.where || 'this place')}`;
  const guests = plural(stay.adults + stay.childAges.length, 'guest');
  const next = new URLSearchParams(query);
  if (found.page.nextCursor !== null) next.set('cursor', seal(found.page.nextCursor));
  const body = html`${searchForm(stay)}
<div class="results">
<aside class="panel">${filterForm(query, stay, sort)}</aside>
${place && found.hotels.length > 0 && mapOf(place, found.hotels)}
<section class="list">
<h1>${title}</h1>
<p class="hint">${plural(nightsOf(stay), 'night')}, ${guests}.
Prices are for the whole stay and include all known taxes and fees.</p>
${
  !found.complete &&
  html`<p class="notice panel" role="status">A supplier did not respond in time. There may be further offers.</p>`
}
${
  found.hotels.length === 0 &&
  html`<p class="notice panel" role="status">No hotel has a room for these dates and filters.
Try other dates or fewer filters.</p>`
}
${found.hotels.map((hotel, i) => card(hotel, stay, pictures.get(hotel.hotelId), i > 2))}
${found.page.nextCursor !== null && html`<p><a class="button" href="/search?${String(next)}">More hotels</a></p>`}
</section>
</div>`;
  return page(title, body, { wide: true });
}

function mapOf({ name, location }: Place, hotels: readonly FoundHotel[]): Html {
  const pins = hotels.map(({ hotelId, name: hotel, location: at, offers: [offer] }) => ({
    id: hotelId,
    name: hotel,
    location: at,
    label: offer ? shortMoney(offer.price.guestTotal) : hotel,
  }));
  return html`<aside class="beside panel" aria-label="Map">
<details class="collapse" open><summary>Map</summary>
${cityMap(pins, location, name)}
<p class="hint">Distances from the centre. North is up.</p>
</details>
</aside>`;
}

/** One request for all hotels of the page. A search that shows no pictures is better than none. */
async function picturesOf(
  serai: Serai,
  hotels: readonly FoundHotel[],
): Promise<Map<string, Image | undefined>> {
  if (hotels.length === 0) return new Map();
  const request = {
    hotelIds: hotels.map(({ hotelId }) => hotelId),
    include: ['images' as const],
    language: 'en',
  };
  try {
    const { hotels: described } = await serai.content.hotels(request);
    return new Map(described.map(({ hotelId, images }) => [hotelId, images?.[0]]));
  } catch (error) {
    console.error(error);
    return new Map();
  }
}

function card(hotel: FoundHotel, stay: Stay, image: Image | undefined, isLazy: boolean): Html {
  const { hotelId, name, timeZone, distanceMeters, offers } = hotel;
  const [offer] = offers;
  return html`<article class="card" id="${hotelId}">
${photo(image, name, isLazy)}
<div class="facts">
<h2><a href="/hotel/${hotelId}?${stayQuery(stay)}">${name}</a></h2>
${stars(hotel.stars)}
${distanceMeters !== undefined && html`<p class="hint">${(distanceMeters / 1000).toFixed(1)} km from the centre</p>`}
${offer && html`<p>${boardName(offer.board.code)}</p><p>${shortTerms(offer.cancellation, timeZone)}</p>`}
</div>
${
  offer &&
  html`<p class="price facts"><span class="amount">${money(offer.price.guestTotal)}</span><br>
<span class="hint">for ${plural(nightsOf(stay), 'night')}</span></p>`
}
</article>`;
}

function readFilters(query: URLSearchParams): { sort: keyof typeof SORTS; filters: Filters } {
  const sort = query.get('sort') ?? 'RANK';
  const facilities = query
    .getAll('facility')
    .filter((code): code is Facility => Object.hasOwn(FACILITIES, code));
  const minStars = Number(query.get('stars') ?? 0);
  return {
    sort: Object.hasOwn(SORTS, sort) ? (sort as keyof typeof SORTS) : 'RANK',
    filters: {
      ...(query.has('free') && { refundableOnly: true }),
      ...(query.has('breakfast') && { boards: ['BB', 'HB', 'FB', 'AI'] }),
      ...(minStars >= 1 && minStars <= 5 && { minStars }),
      ...(facilities.length > 0 && { facilities }),
    },
  };
}

function filterForm(query: URLSearchParams, stay: Stay, sort: string): Html {
  const kept = [...new URLSearchParams(stayQuery(stay))].map(([name, value]) => hidden(name, value));
  const option = (value: string, text: string, chosen: string) =>
    html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`;
  const box = (name: string, value: string, text: string) =>
    html`<label class="check">
<input type="checkbox" name="${name}" value="${value}" ${query.getAll(name).includes(value) && html`checked`}>${text}
</label>`;
  const starOptions = ['', '3', '4', '5'].map(count =>
    option(
      count,
      count === '' ? 'Any' : count === '5' ? '5 stars' : `${count} stars or more`,
      query.get('stars') ?? '',
    ),
  );
  const sorts = Object.entries(SORTS).map(([value, text]) => option(value, text, sort));
  return html`<details class="collapse" open><summary>Sort and filter</summary>
<form action="/search" method="get">
${kept}
<label for="sort">Sort by</label><select id="sort" name="sort">${sorts}</select>
<label for="stars">Stars</label><select id="stars" name="stars">${starOptions}</select>
<fieldset><legend>Offer</legend>
${box('free', '1', 'Free cancellation')}
${box('breakfast', '1', 'Breakfast included')}
</fieldset>
<fieldset><legend>Facilities</legend>
${Object.entries(FACILITIES).map(([code, text]) => box('facility', code, text))}
</fieldset>
<button class="quiet large">Show results</button>
</form>
</details>`;
}
