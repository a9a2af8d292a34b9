import { open } from 'node:fs/promises';

/** Makes new names in a folder durable. Without this, a new file could be missing after a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
