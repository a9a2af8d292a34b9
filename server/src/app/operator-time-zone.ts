/** The time zone of the operator, in which the months of statements and reports begin. */
import { getOperator } from '../account/organisation-store.ts';
import type { DatabasePool } from '../platform/database/connect.ts';

export async function operatorTimeZone(pool: Pick<DatabasePool, 'asService'>): Promise<string> {
  return (await getOperator(pool.asService('The settings of the operator apply to all partners.'))).timeZone;
}
