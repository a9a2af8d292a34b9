/**
 * Options of V8 for a process that serves requests. They apply to all threads of the process, and to code that is
 * optimised later.
 *
 * By default, V8 allocates objects directly in the old generation if most objects from the same place in the code have
 * survived collections before. Under load, this happens to the objects of searches that are in progress. From then on,
 * every search leaves more than a megabyte of garbage in the old generation, where it is expensive to collect.
 */
import { setFlagsFromString } from 'node:v8';

export function allocateInYoungGeneration(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
