/** One thing goes wrong at a time. */
import type { Fault } from '../fault.ts';
import { databaseRestart } from './database-restart.ts';
import { killedAfterAccepted, killedAtPlaces } from './killed-at-places.ts';

export const SINGLE_FAULTS: readonly Fault[] = [killedAtPlaces, killedAfterAccepted, databaseRestart];
