/** The parent folder for data that does not need to outlive a test run. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Several databases with seed data, and their logs. */
const NEEDED_BYTES = 4e9;

/**
 * Returns a memory-backed folder if there is one with enough space. On a disk, most of the time that a test database
 * takes is spent on creating and removing its files, and a busy disk slows the tests down.
 */
export function memoryFolder() {
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > NEEDED_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
