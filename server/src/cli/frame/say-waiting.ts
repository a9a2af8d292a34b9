import type { Terminal } from './terminal.ts';

/** For a command that writes the catalogue, when it has to wait for another one that does. */
export function sayWaiting(terminal: Terminal): void {
  terminal.err('Another import is at work; this one begins when it has ended.\n');
}
