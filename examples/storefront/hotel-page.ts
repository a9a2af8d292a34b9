/** A hotel with its pictures, rooms and offers. */
import type { Hotel, Image, Room, SearchedOffer, Serai } from '@serai/sdk';
import { page, photo, searchForm } from './layout.ts';
import {
  boardName,
  money,
  nightsOf,
  plural,
  readStay,
  type Stay,
  shortTerms,
  stars,
  stayQuery,
  stayRequest,
} from './stay.ts';
import { type Html, hidden, html, PageError, type Route, type Visit } from './web.ts';

const MAX_OFFERS = 40;
const MAX_FACILITIES = 14;

export function hotelRoutes(serai: Serai): Record<string, Route> {
  let names: Promise<Map<string, string>> | undefined;
  const facilityNames = async () => {
    names ??= readFacilityNames(serai);
    try {
      return await names;
    } catch (error) {
      names = undefined;
      throw error;
    }
  };
  return {
    'GET /hotel/(htl_[\\w-]{1,60})': async visit => {
      const asked = readStay(visit.query);
      const hotelIds = [visit.reference];
      const [{ hotels }, { rooms }, found, facilities] = await Promise.all([
        serai.content.hotels({
          hotelIds,
          include: ['description', 'images', 'facilities', 'policies'],
          language: 'en',
        }),
        serai.content.rooms({ hotelIds, language: 'en' }),
        serai.hotels.availability({ ...stayRequest(asked), hotelIds, maxOffersPerHotel: MAX_OFFERS }),
        facilityNames(),
      ]);
      const [hotel] = hotels;
      if (hotel === undefined) throw new PageError(404, 'We do not know this hotel.');
      const stay = { ...asked, where: asked.where || (hotel.address.city ?? hotel.name) };
      const offers = found.hotels[0]?.offers ?? [];
      const byRoom = Map.groupBy(offers, ({ rooms: [room] }) => room?.roomCode ?? room?.name ?? '');
      const known = new Map(rooms.map(room => [room.roomCode, room]));
      return page(
        hotel.name,
        html`<details><summary>Change dates or guests</summary>${searchForm(stay)}</details>
<p><a href="/search?${stayQuery(stay)}">Back to all hotels</a></p>
${header(hotel)}
<section>
<h2>Rooms for ${plural(nightsOf(stay), 'night')}</h2>
${
  offers.length === 0 &&
  html`<p class="notice panel" role="status">There is no room left for these dates. Try other dates.</p>`
}
${[...byRoom].map(([code, each]) => roomCard(visit, hotel, stay, known.get(code), each))}
</section>
${about(hotel, facilities)}`,
      );
    },
  };
}

async function readFacilityNames(serai: Serai): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  for await (const { code, name } of serai.content.facilities.each({ language: 'en' })) named.set(code, name);
  return named;
}

function header({ name, address, images = [], stars: count }: Hotel): Html {
  const { street, postalCode, city, countryCode } = address;
  const where = [street, [postalCode, city].filter(Boolean).join(' '), countryCode]
    .filter(Boolean)
    .join(', ');
  const shown = images.slice(0, 3);
  return html`<div class="row"><h1>${name}</h1>${stars(count)}</div>
<p class="hint">${where}</p>
<div class="gallery">${shown.map(image => photo(image, captionOf(image, name), false))}</div>`;
}

const captionOf = ({ caption }: Image, name: string) =>
  caption === null ? name : `${caption.text}, ${name}`;

function roomCard(
  visit: Visit,
  { hotelId, timeZone }: Hotel,
  stay: Stay,
  room: Room | undefined,
  offers: readonly SearchedOffer[],
): Html {
  const name = room?.name ?? offers[0]?.rooms[0]?.name ?? 'Room';
  const facts = [
    room?.sizeSqm && `${room.sizeSqm} m²`,
    room && `up to ${plural(room.occupancy.maxTotal, 'guest')}`,
    ...(room?.beds ?? []).map(({ type, count }) =>
      plural(count, `${type.toLowerCase().replace('_', ' ')} bed`.replace('bed bed', 'bed')),
    ),
  ].filter(Boolean);
  const image = room?.images?.[0];
  return html`<article class="room">
${photo(image, image ? captionOf(image, name) : name)}
<div class="facts">
<h3>${name}</h3><p class="hint">${facts.join(' · ')}</p>
${offers.map(offer => offerForm(visit, offer, { name, hotelId, timeZone, stay }))}
</div>
</article>`;
}

function offerForm(
  { token, seal }: Visit,
  { offerId, board, cancellation, payment, price }: SearchedOffer,
  { name, hotelId, timeZone, stay }: Pick<Hotel, 'name' | 'hotelId' | 'timeZone'> & { stay: Stay },
): Html {
  const total = money(price.guestTotal);
  return html`<form class="offer" action="/checkout" method="post">
${token}
${hidden('offerId', seal(offerId))}
${hidden('hotelId', hotelId)}
${hidden('stay', stayQuery(stay))}
<div><strong>${boardName(board.code)}</strong><br>
${shortTerms(cancellation, timeZone)}${payment.type === 'PAY_AT_PROPERTY' && html`<br>Pay at the hotel`}</div>
<p class="price"><span class="amount">${total}</span></p>
<button aria-label="Reserve ${name}, ${boardName(board.code)}, ${total}">Reserve</button>
</form>`;
}

function about(
  { description, facilities = [], policies, checkIn, checkOut }: Hotel,
  names: Map<string, string>,
): Html {
  const shown = facilities.slice(0, MAX_FACILITIES);
  return html`<section class="panel">
<h2>About this hotel</h2>
<p>${description?.text}</p>
<p class="row">${shown.map(({ code }) => html`<span class="chip">${names.get(code) ?? code}</span>`)}</p>
<h2>Good to know</h2>
<ul>
${checkIn.from && html`<li>Check-in from ${checkIn.from}</li>`}
${checkOut.until && html`<li>Check-out until ${checkOut.until}</li>`}
${(policies?.texts ?? []).map(({ text }) => html`<li>${text}</li>`)}
</ul>
</section>`;
}
