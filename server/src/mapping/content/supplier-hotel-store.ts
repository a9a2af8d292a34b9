import type { SuppliedHotel, SuppliedTexts } from '../../booking/port/supplied-content.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { NormalForm } from '../normal-form/normal-form.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

export interface StoredSupplierHotel {
  supplierId: string;
  name: string;
  countryCode: string | null;
  normalForm: NormalForm;
  normalFormVersion: number;
  content: SuppliedHotel;
  isGone: boolean;
}

/** The stored values that a page of content is compared with before it is written. */
export interface KnownHotel extends Pick<StoredSupplierHotel, 'supplierId' | 'normalForm' | 'isGone'> {
  digest: string;
  /** The catalogue hotel that it is mapped to and sold as. Null if it is not sold. */
  soldAs: string | null;
}

export async function findKnownHotels(
  tx: Database,
  { provider, environment }: ProviderScope,
  supplierIds: readonly string[],
): Promise<KnownHotel[]> {
  return tx<KnownHotel[]>`
    SELECT supplier_id AS "supplierId", encode(digest, 'hex') AS digest, normal_form AS "normalForm",
      gone_at IS NOT NULL AS "isGone", CASE WHEN provider_hotel.outcome = 'SAME' THEN hotel_id END AS "soldAs"
    FROM supplier_hotel LEFT JOIN provider_hotel USING (provider, environment, supplier_id)
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ANY (${supplierIds}::text[])`;
}

export async function findContents(
  tx: Database,
  { provider, environment }: ProviderScope,
  supplierIds: readonly string[],
): Promise<Map<string, SuppliedHotel>> {
  const rows = await tx<Pick<StoredSupplierHotel, 'supplierId' | 'content'>[]>`
    SELECT supplier_id AS "supplierId", content FROM supplier_hotel
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ANY (${supplierIds}::text[])`;
  return new Map(rows.map(({ supplierId, content }) => [supplierId, content]));
}

export interface NewContent
  extends Pick<StoredSupplierHotel, 'supplierId' | 'name' | 'countryCode' | 'normalForm'> {
  digest: string;
  content: SuppliedHotel;
}

export async function writeContent(
  tx: Database,
  { provider, environment }: ProviderScope,
  hotels: readonly NewContent[],
  { normalFormVersion, run, wantsDetail }: { normalFormVersion: number; run: number; wantsDetail: boolean },
): Promise<void> {
  await tx`
    INSERT INTO supplier_hotel (provider, environment, supplier_id, digest, name, country_code, normal_form,
      normal_form_version, content, seen_at, changed_at, seen_run, wants_detail)
    SELECT ${provider}, ${environment}, "supplierId", decode(digest, 'hex'), name, "countryCode", "normalForm",
      ${normalFormVersion}::integer, content, serai_now(), serai_now(), ${run}::bigint, ${wantsDetail}::boolean
    FROM jsonb_to_recordset(${tx.json(hotels)}::jsonb)
      AS given ("supplierId" text, digest text, name text, "countryCode" text, "normalForm" jsonb, content jsonb)
    ON CONFLICT (provider, environment, supplier_id) DO UPDATE
    SET digest = excluded.digest, name = excluded.name, country_code = excluded.country_code,
      normal_form = excluded.normal_form, normal_form_version = excluded.normal_form_version,
      content = ${keepTranslations(tx, tx`excluded.content`)}, seen_at = excluded.seen_at, changed_at = excluded.changed_at,
      seen_run = excluded.seen_run, wants_detail = excluded.wants_detail`;
}

/** The new content, with the stored descriptions in other languages, because these are read separately. */
function keepTranslations(tx: Database, content: Statement): Statement {
  return tx`CASE WHEN jsonb_typeof(supplier_hotel.content #> '{content,texts}') = 'object'
      AND jsonb_typeof(${content} #> '{content,texts}') = 'object'
    THEN jsonb_set(${content}, '{content,texts}',
      (supplier_hotel.content #> '{content,texts}') - 'en' || (${content} #> '{content,texts}'))
    ELSE ${content} END`;
}

/**
 * Writes descriptions in a language other than English. A text that equals the English one is not stored. Hotels
 * without content are skipped.
 */
export async function writeTexts(
  tx: Database,
  { provider, environment }: ProviderScope,
  { language, descriptions }: SuppliedTexts,
): Promise<void> {
  await tx`
    UPDATE supplier_hotel SET changed_at = serai_now(), content = CASE WHEN given.text IS NULL
      THEN content #- ARRAY['content', 'texts', ${language}::text]
      ELSE jsonb_set(content, ARRAY['content', 'texts', ${language}::text], to_jsonb(given.text)) END
    FROM (
      SELECT supplier_id, nullif("text", content #>> '{content,texts,en}') AS text
      FROM jsonb_to_recordset(${tx.json(descriptions)}::jsonb) AS read ("supplierId" text, "text" text)
      JOIN supplier_hotel ON supplier_id = "supplierId" AND provider = ${provider} AND environment = ${environment}
    ) AS given
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_hotel.supplier_id = given.supplier_id
      AND jsonb_typeof(content #> '{content,texts}') = 'object'
      AND content #>> ARRAY['content', 'texts', ${language}::text] IS DISTINCT FROM given.text`;
}

export async function markSeen(
  tx: Database,
  { provider, environment }: ProviderScope,
  supplierIds: readonly string[],
  run: number,
): Promise<void> {
  await tx`
    UPDATE supplier_hotel SET seen_at = serai_now(), seen_run = ${run}::bigint
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ANY (${supplierIds}::text[])`;
}

/** Marks hotels as removed by the supplier, or as present again. Returns the number of changed hotels. */
export async function markGone(
  tx: Database,
  { provider, environment }: ProviderScope,
  supplierIds: readonly string[],
  isGone: boolean,
): Promise<number> {
  const { count } = await tx`
    UPDATE supplier_hotel SET gone_at = ${isGone ? tx`serai_now()` : tx`NULL`}
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ANY (${supplierIds}::text[])
      AND (gone_at IS NOT NULL) <> ${isGone}`;
  if (count > 0) await tx`UPDATE mapping_epoch SET epoch = epoch + 1`;
  return count;
}

/**
 * Counts a batch of hotels in the order of their ids, so that each statement stays short however many hotels an account
 * has.
 */
export async function countUnseen(
  db: Database,
  { provider, environment }: ProviderScope,
  run: number,
  { after, limit }: { after: string; limit: number },
): Promise<{ present: number; unseen: number; last: string | null }> {
  const [row] = await db<{ present: number; unseen: number; last: string | null }[]>`
    SELECT count(*) FILTER (WHERE NOT is_gone)::int AS present,
      count(*) FILTER (WHERE NOT is_gone AND seen_run < ${run}::bigint)::int AS unseen, max(supplier_id) AS last
    FROM (
      SELECT supplier_id, gone_at IS NOT NULL AS is_gone, seen_run FROM supplier_hotel
      WHERE provider = ${provider} AND environment = ${environment} AND supplier_id > ${after}
      ORDER BY supplier_id LIMIT ${limit}
    ) AS counted`;
  return row ?? { present: 0, unseen: 0, last: null };
}

/** The next hotels that neither the run nor a later run has seen. */
export async function listUnseen(
  tx: Database,
  { provider, environment }: ProviderScope,
  run: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tx<{ supplierId: string }[]>`
    SELECT supplier_id AS "supplierId" FROM supplier_hotel
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id > ${after}
      AND gone_at IS NULL AND seen_run < ${run}::bigint
    ORDER BY supplier_id LIMIT ${limit}`;
  return rows.map(({ supplierId }) => supplierId);
}

export interface HotelWithoutDetails {
  supplierId: string;
  /** Hash of the hotel's list entry, which shows whether the entry has changed since it was read. */
  digest: string;
}

/** The next hotels whose details must be read. `isMapped` limits them to those that are sold or wait for a decision. */
export async function listWithoutDetails(
  db: Database,
  { provider, environment }: ProviderScope,
  { isMapped, except, limit }: { isMapped: boolean; except: readonly string[]; limit: number },
): Promise<HotelWithoutDetails[]> {
  const decided = isMapped
    ? db`AND EXISTS (SELECT FROM provider_hotel WHERE provider_hotel.provider = ${provider}
        AND provider_hotel.environment = ${environment} AND provider_hotel.supplier_id = supplier_hotel.supplier_id
        AND outcome IN ('SAME', 'REVIEW', 'LATER'))`
    : db``;
  return db<HotelWithoutDetails[]>`
    SELECT supplier_id AS "supplierId", encode(digest, 'hex') AS digest FROM supplier_hotel
    WHERE provider = ${provider} AND environment = ${environment} AND wants_detail AND gone_at IS NULL
      AND supplier_id <> ALL (${except}::text[]) ${decided}
    ORDER BY supplier_id LIMIT ${limit}`;
}

/** Records that the supplier has no details of the hotel. They are read again when the hotel's list entry changes. */
export async function dropDetailWish(
  tx: Database,
  { provider, environment }: ProviderScope,
  supplierId: string,
): Promise<void> {
  await tx`
    UPDATE supplier_hotel SET wants_detail = false
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId}`;
}

/** Replaces the content with the details of the hotel. Has no effect if the details are no longer needed. */
export async function writeDetails(
  tx: Database,
  { provider, environment }: ProviderScope,
  { supplierId, name, countryCode, normalForm, content }: NewContent,
  normalFormVersion: number,
): Promise<void> {
  await tx`
    UPDATE supplier_hotel SET name = ${name}, country_code = ${countryCode}, normal_form = ${tx.json(normalForm)},
      normal_form_version = ${normalFormVersion}, content = ${keepTranslations(tx, tx`${tx.json(content)}::jsonb`)},
      wants_detail = false,
      changed_at = serai_now()
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId} AND wants_detail`;
}

export async function findSupplierHotel(
  db: Database,
  { provider, environment }: ProviderScope,
  supplierId: string,
): Promise<StoredSupplierHotel | undefined> {
  const [row] = await db<StoredSupplierHotel[]>`
    SELECT supplier_id AS "supplierId", name, country_code AS "countryCode", normal_form AS "normalForm",
      normal_form_version AS "normalFormVersion", content, gone_at IS NOT NULL AS "isGone"
    FROM supplier_hotel
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId}`;
  return row;
}

export async function listCountries(
  db: Database,
  { provider, environment }: ProviderScope,
): Promise<(string | null)[]> {
  const rows = await db<{ country: string | null }[]>`
    SELECT DISTINCT country_code AS country FROM supplier_hotel
    WHERE provider = ${provider} AND environment = ${environment} AND gone_at IS NULL
    ORDER BY country_code LIMIT 1000`;
  return rows.map(({ country }) => country);
}

export interface HotelToMap
  extends Pick<StoredSupplierHotel, 'supplierId' | 'normalForm' | 'normalFormVersion'> {
  /** Null unless the normal form is outdated. */
  content: SuppliedHotel | null;
  decisionId: string | null;
  outcome: 'SAME' | 'REVIEW' | 'DIFFERENT' | 'LATER' | null;
  hotelId: string | null;
  isManual: boolean | null;
  alarm: string | null;
}

/** Pages through the hotels of a country, ordered by id. */
export async function listHotelsToMap(
  db: Database,
  { provider, environment }: ProviderScope,
  {
    country,
    after,
    limit,
    version,
  }: { country: string | null; after: string; limit: number; version: number },
): Promise<HotelToMap[]> {
  return db<HotelToMap[]>`
    SELECT supplier_id AS "supplierId", normal_form AS "normalForm", normal_form_version AS "normalFormVersion",
      CASE WHEN normal_form_version <> ${version} THEN content END AS content, decision_id::text AS "decisionId",
      outcome, hotel_id AS "hotelId", is_manual AS "isManual", alarm
    FROM supplier_hotel LEFT JOIN provider_hotel USING (provider, environment, supplier_id)
    WHERE provider = ${provider} AND environment = ${environment} AND gone_at IS NULL AND supplier_id > ${after}
      AND country_code IS NOT DISTINCT FROM ${country}::text
    ORDER BY supplier_id LIMIT ${limit}`;
}

export interface GroupMember {
  hotelId: string;
  normalForm: NormalForm;
}

/** Hotels of other providers that are mapped to these catalogue hotels, for complete linkage. */
export async function listMembers(
  db: Database,
  { provider, environment }: ProviderScope,
  hotelIds: readonly string[],
): Promise<GroupMember[]> {
  return db<GroupMember[]>`
    SELECT hotel_id AS "hotelId", normal_form AS "normalForm"
    FROM provider_hotel JOIN supplier_hotel USING (provider, environment, supplier_id)
    WHERE environment = ${environment} AND provider <> ${provider} AND outcome = 'SAME' AND gone_at IS NULL
      AND hotel_id = ANY (${hotelIds}::text[])
    ORDER BY hotel_id, provider, supplier_id LIMIT 1000000`;
}
