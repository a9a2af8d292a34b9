/** Creates the data folder, which only its owner may list. */
import { mkdir } from 'node:fs/promises';
import { StartError } from './platform/start-error.ts';

export async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(
      `The data folder ${path} could not be created (${(cause as NodeJS.ErrnoException).code}).`,
      'Use SERAI_DATA_DIR to choose a folder that this user may write to.',
      { cause },
    );
  }
}
