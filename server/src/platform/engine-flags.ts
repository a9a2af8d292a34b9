/** Options of V8 for a process that serves requests. They apply to all threads of the process, and to code that is optimised later. */
import { setFlagsFromString } from 'node:v8';

/**
 * By default, V8 allocates objects directly in the old generation if most objects from the same place in the code have
 * survived collections before. Under load, this happens to the objects of searches that are in progress. From then on,
 * every search leaves more than a megabyte of garbage in the old generation, where it is expensive to collect.
 */
export function allocateInYoungGeneration(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * By default, V8 collects the old generation of an idle process in order to reduce its memory. It then discards optimised code that
 * uses functions or classes of which no object is alive, and between searches this is most of their code. The first searches
 * after a pause would take twice as much CPU time.
 */
export function keepHeapWhileIdle(): void {
  setFlagsFromString('--memory-reducer-gc-count=0');
}
