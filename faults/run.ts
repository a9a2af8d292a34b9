/**
 * `npm run faults` lists the faults, `-- <name> [--seconds n] [--seed n] [--other folder]` runs one, `-- all`
 * runs all.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureDashboardBuilt } from '../tools/dashboard-build.mjs';
import { repositoryRoot } from '../tools/install.mjs';
import { fault as exactLimits } from './exact-limits.ts';
import type { Fault } from './fault.ts';
import { fault as mixedLoad } from './mixed-load.ts';
import { fault as restore } from './restore.ts';
import { fault as revocation } from './revocation.ts';
import { fault as rollingRestart } from './rolling-restart.ts';
import { runFault } from './run-fault.ts';
import { cacheLost } from './single/cache-lost.ts';
import { clusterNodeLost } from './single/cluster-node-lost.ts';
import { databaseRestart } from './single/database-restart.ts';
import { diskFull } from './single/disk-full.ts';
import { killedAfterAccepted, killedAtPlaces } from './single/killed-at-places.ts';
import { replicaLagging, replicaLost } from './single/replica-lost.ts';
import { silentConnections } from './single/silent-connections.ts';
import { sleepingNode } from './single/sleeping-node.ts';
import { standbyPromoted } from './single/standby-promoted.ts';
import { suppliers } from './single/suppliers.ts';
import { twoVersions } from './single/two-versions.ts';
import { wrongClock } from './single/wrong-clock.ts';

const FAULTS: readonly Fault[] = [
  mixedLoad,
  rollingRestart,
  exactLimits,
  revocation,
  restore,
  killedAtPlaces,
  killedAfterAccepted,
  databaseRestart,
  diskFull,
  standbyPromoted,
  cacheLost,
  replicaLost,
  replicaLagging,
  clusterNodeLost,
  wrongClock,
  sleepingNode,
  silentConnections,
  suppliers,
  twoVersions,
];

/** Exit handlers stop the started processes, but they do not run when a signal kills this process. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const USAGE = `Usage: npm run faults -- <fault>… [--seconds n] [--seed n] [--other folder]
       npm run faults -- all`;

const { values, positionals } = readArguments();
const wanted = positionals.includes('all') ? FAULTS : FAULTS.filter(({ name }) => positionals.includes(name));
const unknown = positionals.filter(word => word !== 'all' && !FAULTS.some(({ name }) => name === word));

if (values.help || wanted.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`Unknown fault ${unknown.join(', ')}.`);
  console.log(`${USAGE}\n\nFaults:`);
  for (const { name, about } of FAULTS) console.log(`  ${name.padEnd(24)} ${about}`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else {
  // A gateway is not ready until it can serve the dashboard.
  await ensureDashboardBuilt(repositoryRoot);
  const broken: string[] = [];
  for (const fault of wanted) {
    const held = await runFault(fault, {
      seconds: values.seconds === undefined ? undefined : Number(values.seconds),
      seed: values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed),
      other: values.other,
    });
    if (!held) broken.push(fault.name);
  }
  if (wanted.length > 1)
    console.log(`\n${wanted.length} faults, ${broken.length} broke a guarantee ${broken.join(', ')}`);
  // Resources that a fault left open must not keep the command running.
  process.exit(broken.length === 0 ? 0 : 1);
}

function readArguments() {
  const value = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { seconds: value, seed: value, other: value, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}
