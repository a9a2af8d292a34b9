/**
 * The admission control of a process, and its metrics. There is one instance per process, because a process has one
 * event loop.
 */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { Admission, type ClassCaps } from './admission.ts';
import { CostLimit } from './cost-limit.ts';
import { Pressure, type PressureGauges } from './pressure.ts';
import { SHED_REASONS, type ShedReason } from './shed.ts';

/**
 * Maximum concurrent requests per class and environment. The values are far above what one process can handle, and far
 * below what would exhaust its memory.
 */
export const SLOTS: ClassCaps = {
  search: 200,
  content: 400,
  list: 100,
  quote: 200,
  detail: 200,
  agent: 100,
  book: 500,
};

/**
 * Maximum cost per environment. It allows as many searches as the class has slots, each for 50 hotels, four providers
 * and three nights.
 */
const MAX_COST = 120_000;

/**
 * Requests of a class that are served however late the process is. A process is late if it is overloaded, but also if
 * other programs use its processor or its code has only just been loaded. Rejecting the requests of a few clients would
 * not shorten any queue then. This many of the largest responses take less than a second.
 */
const ALWAYS_ADMITTED = 8;

/** If searches wait longer than this for a turn, background work is skipped. */
const REFRESH_WAIT_MS = 50;

export interface Overload {
  admission: Admission;
  cost: CostLimit;
  /** Returns whether there is capacity for background work. Call it before each piece of such work. */
  mayRefresh(): boolean;
  stop(): void;
}

interface OverloadParts extends PressureGauges {
  alwaysAdmitted?: number;
  clock: Clock;
  metrics: Metrics;
}

export function openOverload({
  clock,
  metrics,
  alwaysAdmitted = ALWAYS_ADMITTED,
  ...gauges
}: OverloadParts): Overload {
  const pressure = new Pressure(clock, gauges);
  const shed = metrics.counter('serai_shed_total', 'Requests rejected because of overload.', {
    class: TRAFFIC_CLASSES,
    reason: SHED_REASONS,
    environment: ENVIRONMENTS,
  });
  const onShed = (name: TrafficClass, reason: ShedReason, environment: Environment) =>
    shed.add(shed.series(name, reason, environment));
  const admission = new Admission({ caps: SLOTS, alwaysAdmitted, pressure, onShed });
  const cost = new CostLimit({
    cap: MAX_COST,
    slots: {
      taken: environment => admission.inFlight('search', environment),
      takenBy: owner => admission.inFlightOf('search', owner),
      most: SLOTS.search,
    },
    alwaysAdmitted,
    pressure,
    onShed: (reason, environment) => onShed('search', reason, environment),
  });
  const sum = (count: (environment: Environment) => number) =>
    ENVIRONMENTS.reduce((total, environment) => total + count(environment), 0);
  addGauges(metrics, { pressure, admission, cost });
  return {
    admission,
    cost,
    mayRefresh: () =>
      !pressure.isLate &&
      pressure.turnWaitMs < REFRESH_WAIT_MS &&
      sum(environment => admission.inFlight('search', environment)) * 2 < SLOTS.search &&
      sum(environment => cost.inWork(environment)) * 2 < MAX_COST,
    stop: () => pressure.stop(),
  };
}

function addGauges(
  metrics: Metrics,
  { pressure, admission, cost }: { pressure: Pressure; admission: Admission; cost: CostLimit },
): void {
  const classes = { class: TRAFFIC_CLASSES };
  metrics.gauge(
    'serai_requests_in_flight',
    'Requests in flight.',
    (name, environment) => admission.inFlight(name as TrafficClass, environment as Environment),
    { ...classes, environment: ENVIRONMENTS },
  );
  metrics.gauge(
    'serai_shedding',
    '1 if requests of a class are rejected because the event loop or the database is slow.',
    name => Number(pressure.isShed(name as TrafficClass)),
    classes,
    'max',
  );
  metrics.gauge(
    'serai_search_cost',
    'Cost of the current searches: hotels × rooms × nights × providers.',
    environment => cost.inWork(environment as Environment),
    { environment: ENVIRONMENTS },
  );
  metrics.gauge(
    'serai_turn_wait_seconds',
    'Estimated time that CPU-heavy work waits for its turn.',
    () => pressure.turnWaitMs / 1000,
    {},
    'max',
  );
  metrics.gauge(
    'serai_database_wait_seconds',
    'Longest wait for a database connection in the last second.',
    () => pressure.databaseWaitMs / 1000,
    {},
    'max',
  );
  metrics.gauge(
    'serai_event_loop_delay_seconds',
    'Event loop delay, 99th percentile of the last second.',
    () => pressure.loopDelayMs / 1000,
    {},
    'max',
  );
}
