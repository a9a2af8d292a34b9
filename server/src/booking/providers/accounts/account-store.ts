import type { Database } from '../../../platform/database/connect.ts';
import type { AccountId, ProviderAccount } from './provider-account.ts';

/** Far more accounts than any operator has. */
const MAX_ACCOUNTS = 1_000;

/** Returns 0 if there are no accounts. */
export async function readAccountVersion(db: Database): Promise<number> {
  const [row] = await db<{ version: string | null }[]>`SELECT max(version) AS version FROM provider_account`;
  return Number(row?.version ?? 0);
}

export async function listAccounts(db: Database): Promise<ProviderAccount[]> {
  const rows = await db<Row[]>`
    SELECT environment, code, adapter, settings, credentials, version, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM provider_account ORDER BY environment, code LIMIT ${MAX_ACCOUNTS}`;
  return rows.map(fromRow);
}

/** Locks the account until the transaction ends. */
export async function lockAccount(
  tx: Database,
  { environment, code }: AccountId,
): Promise<ProviderAccount | undefined> {
  const [row] = await tx<Row[]>`
    SELECT environment, code, adapter, settings, credentials, version, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM provider_account WHERE environment = ${environment} AND code = ${code} FOR UPDATE`;
  return row && fromRow(row);
}

type Written = AccountId & Pick<ProviderAccount, 'adapter' | 'settings' | 'credentials'>;

/** Returns false if the code is already in use. */
export async function insertAccount(tx: Database, account: Written): Promise<boolean> {
  const { environment, code, adapter, settings, credentials } = account;
  const rows = await tx`
    INSERT INTO provider_account (environment, code, adapter, settings, credentials, version, created_at, updated_at)
    SELECT ${environment}, ${code}, ${adapter}, ${tx.json(settings)}::json, ${tx.json(credentials)}::json,
      nextval('provider_account_version'), now, now
    FROM (SELECT serai_now() AS now) AS clock
    ON CONFLICT DO NOTHING RETURNING code`;
  return rows.length > 0;
}

export async function updateAccount(tx: Database, account: Omit<Written, 'adapter'>): Promise<void> {
  const { environment, code, settings, credentials } = account;
  await tx`
    UPDATE provider_account SET settings = ${tx.json(settings)}::json,
      credentials = ${tx.json(credentials)}::json, version = nextval('provider_account_version'),
      updated_at = serai_now()
    WHERE environment = ${environment} AND code = ${code}`;
}

type Row = Omit<ProviderAccount, 'version'> & { version: string };

function fromRow(row: Row): ProviderAccount {
  return { ...row, version: Number(row.version) };
}
