/**
 * A program in which V8 collects the old generation, and which then waits. If the argument is `flags`, it first sets the options of
 * V8 that the service sets.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { keepHeapWhileIdle } from '../src/platform/engine-flags.ts';

const ROUNDS = 12;
const OBJECTS = 300_000;

if (process.argv[2] === 'flags') keepHeapWhileIdle();
let kept: unknown[] = [];
for (let round = 0; round < ROUNDS; round++)
  kept = [kept[1], Array.from({ length: OBJECTS }, (_, i) => ({ i }))];
await wait(500);
