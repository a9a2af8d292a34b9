/** The severity of the faults in a run, drawn from its seed: from no faults to all faults together. */

import type { DatabaseWeather } from '../nodes/simulated-database.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Weather extends DatabaseWeather {
  /** Probabilities per message between the service and a supplier. */
  requestLost: number;
  replyLost: number;
  requestDelayed: number;
  replyDelayed: number;
  duplicated: number;
  errorBefore: number;
  errorAfter: number;
  garbage: number;
  contradictory: number;
  notSent: number;
  incomplete: number;
  /** Probabilities per message between a client and the service. */
  clientRequestLost: number;
  clientReplyLost: number;
  /** Probabilities per quote, booking or cancellation. */
  priceDrift: number;
  soldOut: number;
  onRequest: number;
  hotelCancels: number;
  cancelRefused: number;
  /**
   * The share of the settle time for which a reservation may stay hidden. Above 1, the supplier violates its settle
   * time.
   */
  lagShare: number;
  crashes: number;
  pauses: number;
  clockSteps: number;
}

/** The highest value of each fault. */
const WORST: Weather = {
  requestLost: 0.2,
  replyLost: 0.4,
  requestDelayed: 0.25,
  replyDelayed: 0.25,
  duplicated: 0.2,
  errorBefore: 0.15,
  errorAfter: 0.3,
  garbage: 0.2,
  contradictory: 0.15,
  notSent: 0.15,
  incomplete: 0.2,
  clientRequestLost: 0.15,
  clientReplyLost: 0.25,
  databaseLost: 0.04,
  priceDrift: 0.5,
  soldOut: 0.15,
  onRequest: 0.4,
  hotelCancels: 0.3,
  cancelRefused: 0.2,
  lagShare: 0.45,
  crashes: 3,
  pauses: 3,
  clockSteps: 2,
};

/** No faults, apart from the shortest delay before a reservation becomes visible. */
const CALM: Weather = {
  ...(Object.fromEntries(Object.keys(WORST).map(name => [name, 0])) as unknown as Weather),
  lagShare: 0.01,
};

/** Each fault is absent from about half of the runs, so that runs with few faults occur too. */
export function drawWeather(random: SeededRandom): Weather {
  const weather = { ...CALM };
  for (const name of Object.keys(WORST) as (keyof Weather)[]) {
    if (random.chance(0.5)) continue;
    const worst = WORST[name];
    weather[name] = worst >= 1 ? random.between(1, worst) : random.next() * worst;
  }
  if (random.chance(0.15)) weather.lagShare = 1.5;
  return weather;
}

/** Ends the faults. Price changes, sold-out rooms and actions of hotels are not faults and continue. */
export function heal(weather: Weather): void {
  const { priceDrift, soldOut, onRequest, hotelCancels } = weather;
  Object.assign(weather, CALM, { priceDrift, soldOut, onRequest, hotelCancels });
}

export function describeWeather(weather: Weather): string {
  const bad = Object.entries(weather).filter(([, value]) => value > 0);
  return ['weather:', ...bad.map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)].join(' ');
}
