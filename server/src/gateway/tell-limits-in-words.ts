/** Writes the text of notices about rate limits, with the name of the key. */
import type { DatabasePool } from '../platform/database/connect.ts';
import { listKeyNames } from './operations/usage/key-name-store.ts';
import type { LimitAlert } from './records/limit-alerts.ts';

export interface LimitNoticeWords extends Omit<LimitAlert, 'window' | 'limit'> {
  text: string;
}

export type TellLimitNotices = (notices: readonly LimitNoticeWords[]) => Promise<void>;

const NUMBER = new Intl.NumberFormat('en-GB');

export async function tellLimitsInWords(
  pool: Pick<DatabasePool, 'forPartner'>,
  alerts: readonly LimitAlert[],
  tell: TellLimitNotices,
): Promise<void> {
  const byOrganisation = Map.groupBy(alerts, ({ organisationId }) => organisationId);
  for (const [organisationId, own] of byOrganisation) {
    const db = pool.forPartner({ organisationId, environment: null });
    const names = await listKeyNames(db, organisationId, [...new Set(own.map(({ keyId }) => keyId))]);
    const notices = own.map(({ window, limit, ...alert }) => {
      const of = `${NUMBER.format(limit)} requests a ${window}`;
      const name = names.get(alert.keyId) ?? alert.keyId;
      const text =
        alert.kind === 'limit.reached'
          ? `The key “${name}” has used up its ${of}. Further requests are rejected with 429.`
          : `The key “${name}” has used 80 % of its ${of}.`;
      return { ...alert, text };
    });
    await tell(notices);
  }
}
