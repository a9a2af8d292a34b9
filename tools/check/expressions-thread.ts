/** Checks the regular expressions in a thread, because the other checks block the main thread. */
import { parentPort } from 'node:worker_threads';
import { readSources } from '../../server/test/architecture/read-sources.ts';
import { checkRegularExpressions } from './regular-expressions.ts';

parentPort?.postMessage(await checkRegularExpressions(readSources()));
