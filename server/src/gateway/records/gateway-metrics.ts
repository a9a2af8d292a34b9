/** The metrics of the gateway. Labels are operation, status class and environment, never a key or an organisation. */
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Counter, Histogram, Metrics } from '../../platform/metrics.ts';

const STATUS_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'];
const NONE = 'none';
const ALL_ENVIRONMENTS = [...ENVIRONMENTS, NONE];
const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 130];

export interface GatewayMetrics {
  /**
   * Returns the metrics for an operation, or for requests without a matching route. Call it only once per operation.
   */
  of(operation: string | undefined): OperationMetrics;
  rowsDropped(count: number): void;
  bodyDropped(): void;
}

export function createGatewayMetrics(metrics: Metrics, operations: readonly string[]): GatewayMetrics {
  const operation = [...operations, NONE];
  const families: Families = {
    requests: metrics.counter('serai_requests_total', 'Requests completed by the gateway.', {
      operation,
      status_class: STATUS_CLASSES,
      environment: ALL_ENVIRONMENTS,
    }),
    limited: metrics.counter('serai_rate_limited_total', 'Requests rejected with 429.', {
      environment: ALL_ENVIRONMENTS,
    }),
    duration: metrics.histogram(
      'serai_request_duration_seconds',
      'Time from the arrival of a request to the end of its response.',
      DURATION_BOUNDS,
      { operation },
    ),
    backend: metrics.histogram(
      'serai_backend_duration_seconds',
      'Time until the backend responded.',
      DURATION_BOUNDS,
      { operation },
    ),
  };
  const rows = metrics.counter('serai_log_rows_dropped_total', 'Rows dropped from the request log.');
  const bodies = metrics.counter('serai_log_bodies_dropped_total', 'Bodies dropped from the request log.');
  return {
    of: name => new OperationMetrics(families, name ?? NONE),
    rowsDropped: count => rows.add(0, count),
    bodyDropped: () => bodies.add(0),
  };
}

interface Families {
  requests: Counter;
  limited: Counter;
  duration: Histogram;
  backend: Histogram;
}

export class OperationMetrics {
  readonly #families: Families;
  /** Metric series by environment and first digit of the status. */
  readonly #requests: readonly (readonly number[])[];
  readonly #limited: readonly number[];
  readonly #duration: number;
  readonly #backend: number;

  constructor(families: Families, operation: string) {
    const { requests, limited, duration, backend } = families;
    this.#families = families;
    this.#requests = ALL_ENVIRONMENTS.map(environment =>
      STATUS_CLASSES.map(status => requests.series(operation, status, environment)),
    );
    this.#limited = ALL_ENVIRONMENTS.map(environment => limited.series(environment));
    this.#duration = duration.series(operation);
    this.#backend = backend.series(operation);
  }

  observe(
    environment: Environment | undefined,
    status: number,
    totalMs: number,
    backendMs: number | undefined,
  ): void {
    const { requests, limited, duration, backend } = this.#families;
    const place = environment === 'sandbox' ? 0 : environment === 'production' ? 1 : 2;
    requests.add(this.#requests[place]?.[(status / 100) | 0] as number);
    if (status === 429) limited.add(this.#limited[place] as number);
    duration.observe(this.#duration, totalMs / 1000);
    if (backendMs !== undefined) backend.observe(this.#backend, backendMs / 1000);
  }
}

interface Gauged {
  cache: { readonly size: number };
  epoch: { isFresh(): boolean };
  limiter: { degradedSinceMs(): number | undefined };
}

export function addGauges(metrics: Metrics, { cache, epoch, limiter }: Gauged): void {
  metrics.gauge('serai_key_cache_records', 'Cached key records.', () => cache.size);
  metrics.gauge('serai_keys_degraded', '1 if key changes cannot be read.', () => Number(!epoch.isFresh()));
  metrics.gauge('serai_limiter_degraded', '1 if the rate limiter of this node cannot use Redis.', () =>
    Number(limiter.degradedSinceMs() !== undefined),
  );
}
