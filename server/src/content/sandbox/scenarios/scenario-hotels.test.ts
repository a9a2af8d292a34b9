import {
  HOSTILE_HOTEL_ID,
  HOSTILE_INSTRUCTION,
  scenarioHotelId,
} from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { catalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import { expect, it } from 'vitest';
import { scenarioHotels } from './scenario-hotels.ts';

const hotels = scenarioHotels();
const zoneOf = (name: (typeof SCENARIOS)[number]['name']) =>
  hotels.find(({ hotelId }) => hotelId === scenarioHotelId(name))?.timeZone;

it('there is one valid catalogue hotel for each scenario', () => {
  const schema = catalogueHotel();
  for (const hotel of hotels) expect(schema.parse(hotel)).toEqual(hotel);
  const names = hotels.slice(0, -1).map(({ name }) => name.en);
  expect(names).toEqual(SCENARIOS.map(({ name }) => `Sandbox ${name}`));
});

it('each scenario is described in English and Spanish', () => {
  for (const [i, { description }] of hotels.slice(0, -1).entries()) {
    expect(description?.en).toContain(SCENARIOS[i]?.description);
    expect(description?.es).toContain(SCENARIOS[i]?.name);
  }
});

it('one further hotel has an instruction in its name, description, policies and rooms', () => {
  const { hotelId, name, description, policies, rooms = [] } = hotels.at(-1) ?? {};
  expect(hotelId).toBe(HOSTILE_HOTEL_ID);
  const texts = [name, description, policies?.texts[0]?.text, ...rooms.map(room => room.name)];
  expect(texts).toHaveLength(7);
  for (const text of texts) expect(text?.en).toContain(HOSTILE_INSTRUCTION);
});

it('scenario hotels have the time zones that their scenarios need', () => {
  expect(zoneOf('avail.timezone_plus14')).toBe('Pacific/Kiritimati');
  expect(zoneOf('avail.timezone_minus11')).toBe('Pacific/Pago_Pago');
  expect(zoneOf('avail.timezone_unknown')).toBeUndefined();
  expect(zoneOf('ok')).toBe('Europe/Madrid');
});

it('scenario hotels are at different distances from the centre of the sandbox place', () => {
  const metres = hotels.map(({ location }) => Math.hypot(location.latitude, location.longitude) * 111_195);
  for (const [i, each] of metres.entries())
    if (i > 0) expect(each - (metres[i - 1] as number)).toBeGreaterThan(40);
});
