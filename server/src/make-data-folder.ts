/** Makes the data folder, which only its owner may list. */
import { mkdir } from 'node:fs/promises';
import { StartError } from './platform/start-error.ts';

export async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(
      `The data folder ${path} cannot be made (${(cause as NodeJS.ErrnoException).code}).`,
      'Choose a folder that this user may write to with SERAI_DATA_DIR.',
      { cause },
    );
  }
}
