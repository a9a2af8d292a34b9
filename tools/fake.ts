/**
 * Runs the simulator of a supplier, so that an adapter can be tried without an account: `npm run fake -- liteapi`. It
 * keeps its bookings in memory until it stops.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../server/src/platform/clock.ts';
import { startHotelbeds } from '../server/test/suppliers/hotelbeds/hotelbeds-simulator.ts';
import { SANDBOX_KEY, startLiteApi } from '../server/test/suppliers/liteapi/simulator.ts';
import { ACCOUNT, startRapid } from '../server/test/suppliers/rapid/simulator.ts';
import type { SupplierSimulator } from '../server/test/suppliers/supplier-simulator.ts';

interface Fake {
  port: number;
  start(port: number): Promise<Started>;
}

interface Started {
  simulator: SupplierSimulator;
  credentials: Readonly<Record<string, string>>;
  hotels: readonly { id: string; name: string; place: string }[];
  reservations(): number;
}

const FAKES: Readonly<Record<string, Fake>> = {
  liteapi: {
    port: 8_091,
    async start(port) {
      const simulator = await startLiteApi({ clock: systemClock, port });
      return {
        simulator,
        credentials: { apiKey: SANDBOX_KEY },
        hotels: simulator.world.hotels.map(({ id, name, city }) => ({ id, name, place: city })),
        reservations: () => simulator.ledger.bookings.length,
      };
    },
  },
  hotelbeds: {
    port: 8_092,
    async start(port) {
      const simulator = await startHotelbeds({ clock: systemClock, port });
      return {
        simulator,
        credentials: simulator.credentials,
        hotels: simulator.state.hotels.map(({ code, name, destinationName }) => ({
          id: String(code),
          name,
          place: destinationName,
        })),
        reservations: () => simulator.state.ledger.all().length,
      };
    },
  },
  rapid: {
    port: 8_093,
    async start(port) {
      const simulator = await startRapid({ clock: systemClock, port });
      return {
        simulator,
        credentials: { ...ACCOUNT },
        hotels: simulator.world.properties.map(({ id, name, city }) => ({ id, name, place: city })),
        reservations: () => simulator.ledger.itineraries.length,
      };
    },
  },
};

const USAGE = `Usage: npm run fake -- <${Object.keys(FAKES).join('|')}> [--port <port>]`;
const SHOWN_HOTELS = 4;
const POLL_MS = 500;

function readArguments(): { name: string; fake: Fake; port: number } | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { port: { type: 'string' } },
    });
    const name = positionals[0] ?? '';
    const fake = FAKES[name];
    if (fake === undefined || positionals.length > 1) return `Name one supplier.\n${USAGE}`;
    const port = Number(values.port ?? fake.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return `--port takes 0 to 65535.\n${USAGE}`;
    return { name, fake, port };
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
}

const given = readArguments();
if (typeof given === 'string') {
  console.error(given);
  process.exit(2);
}
const { name, fake, port } = given;

function portInUse(error: NodeJS.ErrnoException): never {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is already in use. Stop the other process or use --port.`
      : error.message,
  );
  process.exit(1);
}

const { simulator, credentials, hotels, reservations } = await fake.start(port).catch(portInUse);
// Not secret, but the command line accepts only files that other users cannot read.
const file = join(tmpdir(), `serai-fake-${name}-${process.pid}.json`);
writeFileSync(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    rmSync(file, { force: true });
    process.exit(0);
  });

console.log(`The ${name} simulator is running at ${simulator.url}. It is not the real supplier. Hotels and prices are generated.

Test credentials, also in ${file}:
${Object.entries(credentials)
  .map(([field, value]) => `  ${field} = ${value}`)
  .join('\n')}

Connect it to the sandbox of a running Serai, and test the connection:
  npx serai providers connect ${name} --environment sandbox --base-url ${simulator.url} --credentials-file ${file}
  npx serai providers probe prv_sandbox_${name}

It has ${hotels.length} hotels, for example:
${hotels
  .slice(0, SHOWN_HOTELS)
  .map(({ id, name: hotel, place }) => `  ${id}  ${hotel}, ${place}`)
  .join('\n')}

Requests are listed below. Press Ctrl-C to stop.`);

let shown = 0;
setInterval(() => {
  for (const { operation, request, response } of simulator.exchanges.slice(shown))
    console.log(`${request.method} ${request.path} (${operation}): ${response?.status ?? 'no response'}`);
  if (shown !== simulator.exchanges.length) console.log(`  reservations: ${reservations()}`);
  shown = simulator.exchanges.length;
}, POLL_MS);
