import { fileURLToPath } from 'node:url';

/** The folder is in the installation, because other users could write to a folder below /tmp. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
