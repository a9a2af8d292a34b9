import { totalmem } from 'node:os';

/** The memory of the machine, or of the container if it has a limit. */
export function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
