import { join } from 'node:path';
import type { Settings } from '../settings-table.ts';

export function erasureFile(settings: Pick<Settings, 'SERAI_ERASURE_LIST' | 'SERAI_DATA_DIR'>): string {
  return settings.SERAI_ERASURE_LIST ?? join(settings.SERAI_DATA_DIR, 'erasures.jsonl');
}
