/** The two queries on the hot path: key records by ID, and key changes since an epoch. */
import type { Scope } from '@serai/contract/scopes.ts';
import { Memo } from '../../platform/cache/memo.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { ApiKeyRow } from '../../platform/database/generated/tables.ts';
import { addressList } from '../../platform/http/address-list.ts';
import type { Limits } from '../limits/limiter.ts';
import { type KeyRecord, noToken } from './key-record.ts';
import { spendLimitOf } from './spend-limit.ts';

interface RecordRow
  extends Omit<
    ApiKeyRow,
    'scopes' | 'name' | 'ucp' | 'created_by' | 'created_by_staff' | 'created_at' | 'updated_at'
  > {
  scopes: Scope[];
  suspended: boolean;
  secrets: { id: string; hash: string; validUntil: string | null }[];
}

/** Looks up any number of ids by primary key in one round trip. */
export async function findKeyRecords(db: Database, ids: readonly string[]): Promise<KeyRecord[]> {
  const rows = await db<RecordRow[]>`
    SELECT k.id, k.organisation_id, k.environment, k.scopes, k.allowed_addresses, k.limit_minute, k.limit_hour,
      k.limit_day, k.spend_currency, k.spend_day_minor, k.spend_booking_minor, k.status, k.expires_at, k.generation, k.purpose,
      o.status = 'SUSPENDED' AS suspended,
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('id', s.id, 'hash', encode(s.hash, 'base64'), 'validUntil', s.valid_until))
        FROM api_key_secret s WHERE s.key_id = k.id AND (s.valid_until IS NULL OR s.valid_until > now())
      ), '[]') AS secrets
    FROM api_key k JOIN organisation o ON o.id = k.organisation_id WHERE k.id = ANY(${ids as string[]})
    ORDER BY k.id LIMIT ${ids.length}`;
  return rows.map(toRecord);
}

const sharedNames = new Memo<string, string>();
const sharedScopes = new Memo<string, ReadonlySet<Scope>>();
const sharedLimits = new Memo<string, Limits>();

function toRecord(row: RecordRow): KeyRecord {
  const { organisation_id: organisationId, scopes, limit_minute: perMinute } = row;
  const { limit_hour: perHour, limit_day: perDay } = row;
  return {
    id: row.id,
    organisationId: sharedNames.get(organisationId, () => organisationId),
    environment: row.environment === 'production' ? 'production' : 'sandbox',
    scopes: sharedScopes.get(scopes.join(' '), () => new Set(scopes)),
    addresses: addressList(row.allowed_addresses),
    limits: sharedLimits.get(`${perMinute} ${perHour} ${perDay}`, () => ({ perMinute, perHour, perDay })),
    spendLimit: spendLimitOf(row) ?? undefined,
    status: row.status,
    partnerSuspended: row.suspended,
    isOwn: row.purpose !== 'CLIENT',
    expiresAtMs: row.expires_at?.getTime(),
    generation: row.generation,
    minted: noToken(),
    secrets: row.secrets.map(({ id, hash, validUntil }) => ({
      id,
      hash: Buffer.from(hash, 'base64').toString('latin1'),
      validUntilMs: validUntil === null ? undefined : Date.parse(validUntil),
    })),
  };
}

export interface KeyChange {
  epoch: number;
  keyId: string;
  generation: number;
}

interface KeyChanges {
  epoch: number;
  changes: KeyChange[];
}

const MAX_CHANGES = 5_000;

/** Returns the current epoch and at most the first 5,000 changes after `since`. */
export async function readKeyChanges(db: Database, since: number): Promise<KeyChanges> {
  const rows = await db<{ now: number; epoch: number | null; key_id: string; generation: number }[]>`
    SELECT e.epoch AS now, c.epoch, c.key_id, c.generation
    FROM key_epoch e LEFT JOIN key_change c ON c.epoch > ${since}
    ORDER BY c.epoch LIMIT ${MAX_CHANGES}`;
  const changes = rows.flatMap(row =>
    row.epoch === null ? [] : [{ epoch: row.epoch, keyId: row.key_id, generation: row.generation }],
  );
  return { epoch: rows[0]?.now ?? 0, changes };
}

/** Prepares both statements on a connection before the first request needs them. */
export async function prepareKeyReads(db: Database): Promise<void> {
  await findKeyRecords(db, []);
  await readKeyChanges(db, Number.MAX_SAFE_INTEGER);
}

/** Deletes changes older than an hour. A node that is further behind clears its cache instead. */
export async function deleteOldKeyChanges(db: Database): Promise<void> {
  await db`DELETE FROM key_change WHERE changed_at < now() - interval '1 hour'`;
}
