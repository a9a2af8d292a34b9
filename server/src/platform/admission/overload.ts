/** What a process lets in, and its figures. One for all that a process does, since it has one event loop. */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { Admission, type ClassCaps } from './admission.ts';
import { CostLimit } from './cost-limit.ts';
import { Pressure, type PressureGauges } from './pressure.ts';
import { SHED_REASONS, type ShedReason } from './shed.ts';

/** Requests under way at once, by class. Far above what one process carries, far below what exhausts its memory. */
const CAPS: ClassCaps = { search: 200, content: 400, list: 100, quote: 200, detail: 200, book: 500 };

/** As many searches as the class has places, each of 50 hotels with four providers for three nights. */
const MAX_COST = 120_000;

/** A process that makes searches wait longer than this for a turn has no time for what nobody waits for. */
const REFRESH_WAIT_MS = 50;

export interface Overload {
  admission: Admission;
  cost: CostLimit;
  /** Whether there is room for work that nobody waits for. To be asked before each piece of it. */
  mayRefresh(): boolean;
  stop(): void;
}

interface OverloadParts extends PressureGauges {
  clock: Clock;
  metrics: Metrics;
}

export function openOverload({ clock, metrics, ...gauges }: OverloadParts): Overload {
  const pressure = new Pressure(clock, gauges);
  const shed = metrics.counter('serai_shed_total', 'Requests turned away because of overload.', {
    class: TRAFFIC_CLASSES,
    reason: SHED_REASONS,
  });
  const onShed = (name: TrafficClass, reason: ShedReason) => shed.add(shed.series(name, reason));
  const admission = new Admission({ caps: CAPS, pressure, onShed });
  const cost = new CostLimit({
    cap: MAX_COST,
    places: { taken: () => admission.inFlight('search'), most: CAPS.search },
    pressure,
    onShed: reason => onShed('search', reason),
  });
  addGauges(metrics, { pressure, admission, cost });
  return {
    admission,
    cost,
    mayRefresh: () =>
      !pressure.isLate &&
      pressure.turnWaitMs < REFRESH_WAIT_MS &&
      admission.inFlight('search') * 2 < CAPS.search &&
      cost.inWork * 2 < MAX_COST,
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
    'Requests under way.',
    name => admission.inFlight(name as TrafficClass),
    classes,
  );
  metrics.gauge(
    'serai_shedding',
    'Whether a class is shed because the event loop or the database is late.',
    name => Number(pressure.isShed(name as TrafficClass)),
    classes,
  );
  metrics.gauge('serai_search_cost', 'Hotels × rooms × nights × providers in work.', () => cost.inWork);
  metrics.gauge(
    'serai_turn_wait_seconds',
    'How long work that takes turns would wait for one.',
    () => pressure.turnWaitMs / 1000,
  );
  metrics.gauge(
    'serai_database_wait_seconds',
    'The longest wait for a connection to the database in the last second.',
    () => pressure.databaseWaitMs / 1000,
  );
  metrics.gauge(
    'serai_event_loop_delay_seconds',
    'Delay of the event loop, 99th percentile of the last second.',
    () => pressure.loopDelayMs / 1000,
  );
}
