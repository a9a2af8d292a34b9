import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics.ts';
import { createGatewayMetrics } from './gateway-metrics.ts';

describe('the metrics of the gateway', () => {
  test('gateway metrics are labelled only with operation, status class and environment', () => {
    const metrics = createMetrics();
    const gateway = createGatewayMetrics(metrics, ['availability', 'booking']);
    gateway.of('availability').observe('production', 200, 12, 10);
    gateway.of('booking').observe('sandbox', 503, 12, undefined);
    gateway.of('booking').observe('production', 0, 12, undefined);
    gateway.of(undefined).observe('production', 429, 1, undefined);
    gateway.of(undefined).observe(undefined, 401, 1, undefined);
    gateway.rowsDropped(3);
    gateway.bodyDropped();
    const samples = metrics
      .render()
      .split('\n')
      .filter(line => !line.startsWith('#') && !line.includes('_bucket'));
    expect(samples.filter(line => line !== '' && !line.endsWith(' 0'))).toEqual([
      'serai_requests_total{operation="availability",status_class="2xx",environment="production"} 1',
      'serai_requests_total{operation="booking",status_class="none",environment="production"} 1',
      'serai_requests_total{operation="booking",status_class="5xx",environment="sandbox"} 1',
      'serai_requests_total{operation="none",status_class="4xx",environment="production"} 1',
      'serai_requests_total{operation="none",status_class="4xx",environment="none"} 1',
      'serai_rate_limited_total{environment="production"} 1',
      'serai_request_duration_seconds_sum{operation="availability"} 0.012',
      'serai_request_duration_seconds_count{operation="availability"} 1',
      'serai_request_duration_seconds_sum{operation="booking"} 0.024',
      'serai_request_duration_seconds_count{operation="booking"} 2',
      'serai_request_duration_seconds_sum{operation="none"} 0.002',
      'serai_request_duration_seconds_count{operation="none"} 2',
      'serai_backend_duration_seconds_sum{operation="availability"} 0.01',
      'serai_backend_duration_seconds_count{operation="availability"} 1',
      'serai_log_rows_dropped_total 3',
      'serai_log_bodies_dropped_total 1',
    ]);
  });
});
