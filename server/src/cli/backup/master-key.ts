import { join } from 'node:path';
import { MASTER_KEY_FILE, readSecretFile } from '../../platform/secrets/secret-file.ts';
import type { Settings } from '../../settings-table.ts';
import { CliFailure, EXIT } from '../frame/failure.ts';

/** Of the settings or of the data folder. A new one would open nothing, so none is made. */
export async function getMasterKey(settings: Settings): Promise<Buffer> {
  if (settings.SERAI_MASTER_KEY !== undefined) return settings.SERAI_MASTER_KEY;
  const path = join(settings.SERAI_DATA_DIR, MASTER_KEY_FILE);
  const text = await readSecretFile(path);
  if (text !== undefined) return Buffer.from(text, 'base64');
  throw new CliFailure(EXIT.failed, `There is no master key: neither SERAI_MASTER_KEY nor ${path}.`, {
    hint: 'Backups are sealed with it. Put the key file that you keep apart from the backups there, readable by you alone.',
  });
}
