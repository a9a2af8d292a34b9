import type { Database } from '../../../platform/database/connect.ts';
export async function rebuildContext(
  _tx: Database,
  _changeId: number,
  _options: { isNewAirport: boolean; onProgress?: (at: number, total: number) => void },
): Promise<number> {
  return 0;
}
