/** One thing goes wrong at a time. */
import type { Fault } from '../fault.ts';
import { cacheLost } from './cache-lost.ts';
import { databaseRestart } from './database-restart.ts';
import { diskFull } from './disk-full.ts';
import { killedAfterAccepted, killedAtPlaces } from './killed-at-places.ts';
import { silentConnections } from './silent-connections.ts';
import { sleepingNode } from './sleeping-node.ts';
import { standbyPromoted } from './standby-promoted.ts';
import { twoVersions } from './two-versions.ts';
import { wrongClock } from './wrong-clock.ts';

export const SINGLE_FAULTS: readonly Fault[] = [
  killedAtPlaces,
  killedAfterAccepted,
  databaseRestart,
  diskFull,
  standbyPromoted,
  cacheLost,
  wrongClock,
  sleepingNode,
  silentConnections,
  twoVersions,
];
