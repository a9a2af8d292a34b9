/** Standard process metrics under the names that Prometheus expects, and the build version. */
import type { Metrics } from '../metrics.ts';

export function addProcessMetrics(
  metrics: Metrics,
  { version, role, startedAtMs }: { version: string; role: string; startedAtMs: number },
): void {
  const labels = { version: [version], role: [role] };
  metrics.gauge('serai_build_info', 'The version and role of this process.', () => 1, labels, 'main');
  metrics.gauge(
    'process_start_time_seconds',
    'When the process started.',
    () => startedAtMs / 1000,
    {},
    'main',
  );
  metrics.processReading('process_cpu_seconds_total', 'CPU time, user and system.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge(
    'process_resident_memory_bytes',
    'Resident memory.',
    () => process.memoryUsage.rss(),
    {},
    'main',
  );
  metrics.gauge('nodejs_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed);
}
