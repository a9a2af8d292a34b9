/** The entry point of a worker thread. Other files are loaded after the compile cache has been enabled. */
import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from '../../compile-cache.ts';

enableCompileCache(COMPILE_CACHE);
const { runWorker } = await import('./run-worker.ts');
await runWorker();
