import { afterAll, beforeAll, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../database.ts';
import { runSimulation } from './run-simulation.ts';
import { type SharedConnection, shareConnection } from './shared-connection.ts';

let database: TestDatabase;
let connection: SharedConnection;

beforeAll(async () => {
  database = await testDatabase();
  connection = await shareConnection(database);
});

afterAll(async () => {
  connection.close();
  await database.drop();
});

const FROM = Number(process.env.SERAI_SEED ?? 1);
const COUNT = Number(process.env.SERAI_SEEDS ?? 20);

test('seeds', async () => {
  const began = performance.now();
  let bad = 0;
  const kinds = new Map<string, number[]>();
  for (let seed = FROM; seed < FROM + COUNT; seed++) {
    const { faults, trace } = await runSimulation({ seed, connection, db: database.ownerDb });
    if (COUNT === 1) console.log(trace.join('\n'), faults);
    if (faults.length > 0) {
      bad++;
      for (const fault of faults) {
        const kind = fault.replaceAll(/booker-\d|[0-9A-Z]{20}|\d{3,}/g, '*');
        kinds.set(kind, [...(kinds.get(kind) ?? []), seed]);
      }
    }
  }
  console.log(bad, 'bad of', COUNT, (performance.now() - began) / COUNT, 'ms each');
  for (const [kind, seeds] of kinds) console.log(seeds.length, kind, seeds.slice(0, 6).join(' '));
}, 600_000);
