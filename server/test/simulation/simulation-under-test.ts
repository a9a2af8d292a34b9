import { afterAll, beforeAll } from 'vitest';
import { type TestDatabase, testDatabase } from '../database.ts';
import { type SharedConnection, shareConnection } from './nodes/shared-connection.ts';
import { runSimulation, type SimulationOptions, type SimulationResult } from './run-simulation.ts';

type Simulate = (
  seed: number,
  options?: Pick<SimulationOptions, 'createCalls' | 'weather'>,
) => Promise<SimulationResult>;

export function simulationUnderTest(): Simulate {
  let database: TestDatabase;
  let connection: SharedConnection | undefined;
  beforeAll(async () => {
    database = await testDatabase();
    connection = await shareConnection(database);
  });
  afterAll(async () => {
    connection?.close();
    await database?.drop();
  });
  return (seed, options) => {
    if (connection === undefined) throw new Error('no database yet');
    return runSimulation({ ...options, seed, connection, db: database.ownerDb });
  };
}
