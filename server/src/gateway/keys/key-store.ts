/**
 * SQL for key management. A key is found or locked by its ID and organisation, so a key of another organisation looks
 * unknown. The only exception is the search for a leaked key. Statements that change a key require that it is locked.
 */

import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { ApiKeyRow } from '../../platform/database/generated/tables.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { Limits } from '../limits/limiter.ts';
import type { KeyAttributes, KeyUcp } from './key-attributes.ts';
import { environmentsOf, keyIdStart } from './key-format.ts';
import type { KeyRecord } from './key-record.ts';
import type { StoredSecret } from './key-secret.ts';
import { spendLimitOf } from './spend-limit.ts';

export interface StoredUse {
  at: string;
  address: string | null;
  clientVersion: string | null;
}

export interface StoredKeySecret {
  id: string;
  start: string;
  createdAt: string;
  /** Null for the current secret. Other secrets expire at this time. */
  validUntil: string | null;
  lastUse: StoredUse | null;
}

/** A key as its owner sees it, with all secrets that have not expired. The current secret comes first. */
export interface StoredKey extends KeyAttributes {
  id: string;
  organisationId: string;
  environment: Environment;
  status: KeyRecord['status'];
  createdBy: string;
  /** Whether `createdBy` belongs to the operator. */
  createdByStaff: boolean;
  purpose: KeyPurpose;
  createdAt: Date;
  updatedAt: Date;
  secrets: StoredKeySecret[];
  lastUse: StoredUse | null;
}

/** Keys that Serai creates for itself are left out of lists, usage and errors. */
export type KeyPurpose = 'CLIENT' | 'TRY' | 'CERTIFICATION';

export interface NewKey extends KeyAttributes {
  id: string;
  organisationId: string;
  environment: Environment;
  createdBy: string;
  createdByStaff: boolean;
  /** Default: CLIENT. */
  purpose?: KeyPurpose;
}

const NO_SPEND_LIMIT = { currency: null, perDayMinor: null, perBookingMinor: null };

export async function insertKey(tx: Database, key: NewKey): Promise<void> {
  const { perMinute, perHour, perDay } = key.limits;
  const spend = key.spendLimit ?? NO_SPEND_LIMIT;
  await tx`
    INSERT INTO api_key (id, organisation_id, environment, name, scopes, allowed_addresses, limit_minute, limit_hour,
      limit_day, spend_currency, spend_day_minor, spend_booking_minor, ucp, expires_at, created_by, created_by_staff, purpose)
    VALUES (${key.id}, ${key.organisationId}, ${key.environment}, ${key.name}, ${key.scopes},
      ${key.allowedAddresses}, ${perMinute}, ${perHour}, ${perDay}, ${spend.currency}, ${spend.perDayMinor},
      ${spend.perBookingMinor}, ${ucpOf(tx, key)}, ${key.expiresAt}, ${key.createdBy}, ${key.createdByStaff},
      ${key.purpose ?? 'CLIENT'})`;
}

function ucpOf(tx: Database, { ucp }: KeyAttributes) {
  return ucp === null ? null : tx`${tx.json(ucp)}::json`;
}

interface NewSecret {
  id: string;
  keyId: string;
  hash: Buffer;
  start: string;
}

/**
 * Uses the time of the statement, because the transaction may have waited for a lock and therefore started before the
 * secrets it replaces.
 */
export async function insertSecret(tx: Database, secret: NewSecret): Promise<void> {
  await tx`
    INSERT INTO api_key_secret (id, key_id, hash, start, created_at)
    VALUES (${secret.id}, ${secret.keyId}, ${secret.hash}, ${secret.start}, clock_timestamp())`;
}

/** Writes all attributes. The caller must hold the lock and have merged the changed fields. */
export async function updateKey(tx: Database, id: string, key: KeyAttributes): Promise<void> {
  const { perMinute, perHour, perDay } = key.limits;
  const spend = key.spendLimit ?? NO_SPEND_LIMIT;
  await tx`
    UPDATE api_key SET name = ${key.name}, scopes = ${key.scopes}, allowed_addresses = ${key.allowedAddresses},
      limit_minute = ${perMinute}, limit_hour = ${perHour}, limit_day = ${perDay}, spend_currency = ${spend.currency},
      spend_day_minor = ${spend.perDayMinor}, spend_booking_minor = ${spend.perBookingMinor}, ucp = ${ucpOf(tx, key)}, expires_at = ${key.expiresAt}
    WHERE id = ${id}`;
}

export async function setKeyStatus(tx: Database, id: string, status: KeyRecord['status']): Promise<void> {
  await tx`UPDATE api_key SET status = ${status} WHERE id = ${id}`;
}

/** Sets the current secret to expire after the overlap, by the database's clock, but no later than the key's expiry. */
export async function beginOverlap(tx: Database, keyId: string, overlapSeconds: number): Promise<void> {
  await tx`
    UPDATE api_key_secret s
    SET valid_until = LEAST(clock_timestamp() + make_interval(secs => ${overlapSeconds}), k.expires_at)
    FROM api_key k WHERE k.id = s.key_id AND s.key_id = ${keyId} AND s.valid_until IS NULL`;
}

/**
 * Invalidates secrets now: all except the current one, or all. Their expiry is set to the distant past, so that a node
 * whose clock is behind the database rejects them as soon as it reads the change.
 */
export async function endSecrets(tx: Database, keyId: string, which: 'older' | 'all'): Promise<void> {
  await tx`
    UPDATE api_key_secret SET valid_until = 'epoch'
    WHERE key_id = ${keyId} AND (valid_until > clock_timestamp() OR (${which === 'all'} AND valid_until IS NULL))`;
}

/**
 * Returns false for an unknown key. Locks the key until the end of the transaction, so that changes to it are
 * serialised.
 */
export async function lockKey(tx: Database, organisationId: string, id: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM api_key WHERE id = ${id} AND organisation_id = ${organisationId} FOR UPDATE`;
  return rows.length > 0;
}

export async function findKey(
  db: Database,
  organisationId: string,
  id: string,
): Promise<StoredKey | undefined> {
  const [row] = await db<KeyRow[]>`
    SELECT ${columns(db)} FROM api_key k WHERE k.id = ${id} AND k.organisation_id = ${organisationId}`;
  return row && toStoredKey(row);
}

export interface KeyFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environment: Environment | undefined;
  status: KeyRecord['status'] | 'EXPIRED' | undefined;
  /** A part of the name, or the beginning of the ID or of the key itself. */
  search?: string | undefined;
  now: Date;
}

/** The last key of a page: its ID and exact creation time, which a Date would truncate to milliseconds. */
export interface KeyPosition {
  createdAt: string;
  id: string;
}

export interface ListedKey {
  key: StoredKey;
  position: KeyPosition;
}

/** Newest first, using the index api_key_by_organisation. Whether an active key counts as expired depends on `now`. */
export async function listKeys(
  db: Database,
  filter: KeyFilter,
  after: KeyPosition | undefined,
  limit: number,
): Promise<ListedKey[]> {
  const { organisationId, environment = null, status = null, search, now } = filter;
  const rows = await db<(KeyRow & { created_exactly: string })[]>`
    SELECT ${columns(db)}, k.created_at::text AS created_exactly
    FROM api_key k
    WHERE ${ofPartner(db, organisationId)} AND k.purpose = 'CLIENT'
      AND (${environment}::text IS NULL OR k.environment = ${environment})
      AND (${status}::text IS NULL OR ${status} =
        CASE WHEN k.status = 'ACTIVE' AND k.expires_at <= ${now} THEN 'EXPIRED' ELSE k.status END)
      ${search === undefined ? db`` : db`AND ${isFound(db, search)}`}
      ${after ? db`AND (k.created_at, k.id) < (${after.createdAt}::text::timestamptz, ${after.id})` : db``}
    ORDER BY k.created_at DESC, k.id DESC LIMIT ${limit}`;
  return rows.map(row => ({
    key: toStoredKey(row),
    position: { createdAt: row.created_exactly, id: row.id },
  }));
}

/** Compares all keys of the list, because an installation has few. The secret of a whole key is ignored. */
function isFound(db: Database, search: string) {
  const id = keyIdStart(search);
  const environments = environmentsOf(search);
  return db`(strpos(lower(k.name), lower(${search})) > 0 OR k.environment = ANY (${environments})
    ${id === undefined ? db`` : db`OR starts_with(k.id, ${id})`})`;
}

interface KeyRow extends Omit<ApiKeyRow, 'scopes' | 'generation' | 'ucp'> {
  scopes: Scope[];
  ucp: KeyUcp | null;
  secrets: StoredKeySecret[];
  last_use: StoredUse | null;
}

/** The last use of a key is the last use of any of its secrets, including expired secrets. */
function columns(db: Database) {
  const use = db`jsonb_build_object('at', u.used_at, 'address', u.address, 'clientVersion', u.client_version)`;
  return db`
    k.id, k.organisation_id, k.environment, k.name, k.scopes, k.allowed_addresses, k.limit_minute, k.limit_hour,
    k.limit_day, k.spend_currency, k.spend_day_minor, k.spend_booking_minor, k.ucp, k.expires_at, k.status, k.created_by, k.created_by_staff, k.purpose, k.created_at, k.updated_at,
    COALESCE((
      SELECT jsonb_agg(jsonb_build_object('id', s.id, 'start', s.start, 'createdAt', s.created_at,
          'validUntil', s.valid_until, 'lastUse', CASE WHEN u.secret_id IS NOT NULL THEN ${use} END)
        ORDER BY s.valid_until DESC NULLS FIRST, s.created_at DESC)
      FROM api_key_secret s LEFT JOIN api_key_last_use u ON u.secret_id = s.id
      WHERE s.key_id = k.id AND (s.valid_until IS NULL OR s.valid_until > clock_timestamp())
    ), '[]') AS secrets,
    (
      SELECT ${use} FROM api_key_secret s JOIN api_key_last_use u ON u.secret_id = s.id
      WHERE s.key_id = k.id ORDER BY u.used_at DESC LIMIT 1
    ) AS last_use`;
}

function toStoredKey(row: KeyRow): StoredKey {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    environment: row.environment,
    name: row.name,
    scopes: row.scopes,
    allowedAddresses: row.allowed_addresses,
    limits: { perMinute: row.limit_minute, perHour: row.limit_hour, perDay: row.limit_day },
    spendLimit: spendLimitOf(row),
    ucp: row.ucp,
    expiresAt: row.expires_at,
    status: row.status,
    createdBy: row.created_by,
    createdByStaff: row.created_by_staff,
    purpose: row.purpose,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    secrets: row.secrets,
    lastUse: row.last_use,
  };
}

/**
 * Returns whether the organisation has any key of its own. Locks the organisation until the end of the transaction, so that two
 * concurrent first starts create one key.
 */
export async function lockedHasKey(tx: Database, organisationId: string): Promise<boolean> {
  await tx`SELECT 1 FROM organisation WHERE id = ${organisationId} FOR UPDATE`;
  const [key] =
    await tx`SELECT 1 FROM api_key WHERE organisation_id = ${organisationId} AND purpose = 'CLIENT' LIMIT 1`;
  return key !== undefined;
}

/** How many keys an organisation may have and which limits it may give them. The operator sets these ceilings. */
export interface KeyCeilings {
  limits: Limits;
  keys: number;
}

interface CeilingRow {
  ceiling_minute: number;
  ceiling_hour: number;
  ceiling_day: number;
  ceiling_keys: number;
}

/**
 * Locks the organisation until the transaction ends, so that concurrent requests cannot create more keys than the
 * ceiling allows.
 */
export async function lockCeilings(tx: Database, organisationId: string): Promise<KeyCeilings> {
  const [row] = await tx<CeilingRow[]>`
    SELECT ceiling_minute, ceiling_hour, ceiling_day, ceiling_keys
    FROM organisation WHERE id = ${organisationId} FOR NO KEY UPDATE`;
  if (row === undefined) throw new Error(`partner ${organisationId} does not exist`);
  const limits = { perMinute: row.ceiling_minute, perHour: row.ceiling_hour, perDay: row.ceiling_day };
  return { limits, keys: row.ceiling_keys };
}

export interface KeyCount {
  /** Number of keys that are not revoked. */
  present: number;
  /** Number of keys created in the last hour, including revoked keys. */
  recent: number;
}

/**
 * Counts the keys in both environments. Call this after `lockCeilings`, so that it also counts keys that the previous
 * lock holder created.
 */
export async function countKeys(tx: Database, organisationId: string): Promise<KeyCount> {
  const [row] = await tx<KeyCount[]>`
    SELECT count(*) FILTER (WHERE status <> 'REVOKED')::int AS present,
      count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS recent
    FROM api_key WHERE organisation_id = ${organisationId} AND purpose = 'CLIENT'`;
  return row ?? { present: 0, recent: 0 };
}

/** Counts the keys for trying operations that were created in the last hour. Call this after `lockCeilings`. */
export async function countRecentTryKeys(tx: Database, organisationId: string): Promise<number> {
  const [row] = await tx<{ recent: number }[]>`
    SELECT count(*)::int AS recent FROM api_key
    WHERE organisation_id = ${organisationId} AND purpose = 'TRY' AND created_at > now() - interval '1 hour'`;
  return row?.recent ?? 0;
}

export interface LeakedKey {
  id: string;
  organisationId: string;
  name: string;
  environment: Environment;
  status: KeyRecord['status'];
  /** The newest 1,000 secrets, including expired secrets. */
  secrets: StoredSecret[];
}

/**
 * Locks the key until the end of the transaction. The caller compares the secret, so that it never becomes part of a
 * statement.
 */
export async function lockLeakedKey(tx: Database, id: string): Promise<LeakedKey | undefined> {
  const [key] = await tx<Omit<LeakedKey, 'secrets'>[]>`
    SELECT id, organisation_id AS "organisationId", name, environment, status
    FROM api_key WHERE id = ${id} FOR UPDATE`;
  if (key === undefined) return undefined;
  const secrets = await tx<{ id: string; hash: Buffer; ended: boolean }[]>`
    SELECT id, hash, COALESCE(valid_until <= clock_timestamp(), false) AS ended
    FROM api_key_secret WHERE key_id = ${id} ORDER BY created_at DESC LIMIT 1000`;
  return {
    ...key,
    secrets: secrets.map(secret => ({
      id: secret.id,
      hash: Buffer.from(secret.hash).toString('latin1'),
      validUntilMs: secret.ended ? 0 : undefined,
    })),
  };
}

/** Returns the names of keys by ID. If `organisationId` is set, keys of other organisations are omitted. */
export async function listKeyNames(
  db: Database,
  organisationId: string | undefined,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    SELECT id, name FROM api_key WHERE id = ANY(${keyIds}::text[]) AND ${ofPartner(db, organisationId)}
    ORDER BY id LIMIT ${keyIds.length}`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
