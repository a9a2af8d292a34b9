/** Runs a scenario with three test providers that share one database, one manual clock and one hotel. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { expect } from 'vitest';
import type { SimulatedTime } from '../../../../../test/simulated-time.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { Booked, Cancelled, Found } from '../../../port/outcomes.ts';
import type { SuppliedOffer } from '../../../port/supplied-offer.ts';
import type { SoldHotel, Stay } from '../../../port/supplier.ts';
import { type Ordered, SupplierClient } from '../../conformance/supplier-client.ts';
import { createTestSupplier } from '../create-test-supplier.ts';
import { TEST_PROVIDER_CODES, type TestProviderCode } from '../sale/provider-range.ts';

export const STAY: Stay = {
  checkIn: '2027-05-14',
  checkOut: '2027-05-17',
  occupancies: [{ adults: 2, childAges: [] }],
};

export class ScenarioStage {
  readonly time: SimulatedTime;
  readonly hotel: SoldHotel;
  /** Undefined if only the hotel determines the scenario. */
  readonly forced: ScenarioName | undefined;
  readonly clients: Readonly<Record<TestProviderCode, SupplierClient>>;

  constructor(db: Database, time: SimulatedTime, hotel: SoldHotel, forced: ScenarioName | undefined) {
    this.time = time;
    this.hotel = hotel;
    this.forced = forced;
    const clients = TEST_PROVIDER_CODES.map(code => {
      const supplier = createTestSupplier({ code, db, clock: time.clock });
      return [code, new SupplierClient(supplier, time.clock)] as const;
    });
    this.clients = Object.fromEntries(clients) as Record<TestProviderCode, SupplierClient>;
  }

  get first(): SupplierClient {
    return this.clients['test-1'];
  }

  search(client = this.first, stay = STAY) {
    return client.supplier.search(client.call(this.forced), client.searchRequest(stay, this.hotel));
  }

  offers(client = this.first): Promise<readonly SuppliedOffer[]> {
    return client.offers(STAY, this.hotel, this.forced);
  }

  /** Searches without the scenario and quotes with it. */
  async quoteRegularOffer() {
    const [offer] = await this.first.offers(STAY, this.hotel);
    if (offer === undefined) return expect.fail('no offer');
    const request = this.first.quoteRequest(STAY, this.hotel, offer.rateKey);
    return { offer, response: this.first.supplier.quote(this.first.call(this.forced), request) };
  }

  ordered(offerScenario?: ScenarioName): Promise<Ordered> {
    return this.first.ordered(STAY, this.hotel, offerScenario);
  }

  book({ request }: Ordered, scenario = this.forced): Promise<Booked> {
    return this.first.supplier.book(this.first.call(scenario), request);
  }

  lookup({ known }: Ordered): Promise<Found> {
    return this.first.supplier.lookup(this.first.call(), known);
  }

  cancel({ known }: Ordered, scenario = this.forced): Promise<Cancelled> {
    return this.first.supplier.cancel(this.first.call(scenario), known);
  }

  async swept({ known }: Ordered): Promise<boolean> {
    const listed = await this.first.supplier.sweep(this.first.call(), 0, Date.UTC(2200, 0, 1));
    return listed.kind === 'OK' && listed.value.some(({ reference }) => reference === known.reference);
  }

  /** Checks that the response arrives after exactly `ms`. */
  async respondsAfter<T>(ms: number, response: Promise<T>): Promise<T> {
    let isComplete = false;
    response.then(
      () => {
        isComplete = true;
      },
      () => {},
    );
    await pause();
    await this.time.advance(ms - 1);
    await pause();
    expect(isComplete).toBe(false);
    await this.time.advance(1);
    return response;
  }
}

/** Lets pending database queries finish before the clock is advanced. */
function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 60));
}
