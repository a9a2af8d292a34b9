import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { HttpAnswer } from '../test-app.ts';
import type { ExampleApp } from './example-app.ts';

export const SCENARIO_STAY = {
  checkIn: '2027-03-12',
  checkOut: '2027-03-15',
  occupancies: [{ adults: 2 }],
};

// biome-ignore lint/suspicious/noExplicitAny: whatever came
type Loose = any;

let references = 0;

/** Returns the prebooking response for the cheapest offer of the scenario's hotel. */
export async function quoteScenario({ call }: ExampleApp, scenario: ScenarioName): Promise<Loose> {
  const found = await call('availability', { ...SCENARIO_STAY, hotelIds: [scenarioHotelId(scenario)] });
  const offerId = found.json.hotels?.[0]?.offers[0].offerId;
  if (offerId === undefined) throw new Error(`${scenario}: ${found.text}`);
  return (await call('prebooking', { offerId })).json;
}

export function requestOf(quote: Loose, members: object = {}): Loose {
  return {
    quoteId: quote.quoteId,
    clientReference: `EXAMPLE-${++references}`,
    holder: {
      firstName: 'Ada',
      lastName: 'Moreno',
      email: 'ada.moreno@example.com',
      phone: '+34 600 000 000',
    },
    rooms: [
      {
        roomRef: 1,
        guests: [
          { type: 'ADULT', firstName: 'Ada', lastName: 'Moreno' },
          { type: 'ADULT', firstName: 'Luis', lastName: 'Moreno' },
        ],
      },
    ],
    expectedPrice: quote.offer.price.net,
    ...members,
  };
}

export async function bookScenario(
  app: ExampleApp,
  scenario: ScenarioName,
  members: object = {},
  options: { key?: string } = {},
): Promise<HttpAnswer> {
  return app.call('booking', requestOf(await quoteScenario(app, scenario), members), options);
}
