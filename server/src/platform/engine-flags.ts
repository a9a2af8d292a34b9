/**
 * Options of V8 for a process that serves requests. They apply to all threads of the process, and to code that is
 * optimised later. They are set after a start has loaded its files, because V8 rejects cached code that was compiled with
 * other options. They also slow down the thread that computes the places of a new installation.
 */
import { setFlagsFromString } from 'node:v8';

export function tuneForRequests(): void {
  allocateInYoungGeneration();
  inlineMoreCalls();
}

/**
 * By default, V8 allocates objects directly in the old generation if most objects from the same place in the code have
 * survived collections before. Under load, this happens to the objects of searches that are in progress. From then on,
 * every search leaves more than a megabyte of garbage in the old generation, where it is expensive to collect.
 */
export function allocateInYoungGeneration(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * A request runs through hundreds of small functions. By default, V8 inlines at most 920 bytes of bytecode into a
 * function, so most calls remain. With 3,000 bytes, a request takes about 5 % less CPU time.
 */
export function inlineMoreCalls(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=3000');
}
