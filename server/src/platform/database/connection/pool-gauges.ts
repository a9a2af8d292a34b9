import type { Metrics } from '../../metrics.ts';
import type { OpenDatabase } from '../connect.ts';
import type { PoolUse } from './pool.ts';

type Watched = Pick<OpenDatabase, 'use'>;

export function addPoolGauges(metrics: Metrics, pools: { main: Watched; keys: Watched }): void {
  const pool = Object.keys(pools);
  const useOf = (name: string) => pools[name as keyof typeof pools].use();
  metrics.gauge(
    'serai_database_connections',
    'Open database connections.',
    (name, state) => (state === 'idle' ? useOf(name).idle : useOf(name).open - useOf(name).idle),
    { pool, state: ['busy', 'idle'] },
  );
  const gauge = (name: string, help: string, read: (use: PoolUse) => number) =>
    metrics.gauge(name, help, each => read(useOf(each)), { pool });
  gauge('serai_database_connections_max', 'Maximum number of database connections.', ({ max }) => max);
  gauge('serai_database_waiting', 'Statements waiting for a database connection.', ({ waiting }) => waiting);
}
