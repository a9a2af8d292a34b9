import { fileURLToPath } from 'node:url';
import type { Failpoint } from '../../../server/src/platform/failpoints/failpoint.ts';

const ARM = fileURLToPath(new URL('arm-failpoint.ts', import.meta.url));

type Action = 'kill' | 'stop' | `block=${number}`;

export function failpointEnv(place: Failpoint, action: Action, at = 1): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${ARM}`, FAULTS_FAILPOINT: `${place}:${action}@${at}` };
}

export const NO_FAILPOINT: NodeJS.ProcessEnv = { NODE_OPTIONS: '', FAULTS_FAILPOINT: '' };
