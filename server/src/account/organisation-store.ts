/** The operator and its partners. Both are rows of `organisation`, and row security isolates these from each other. */
import type { operator } from '@serai/contract/account/operator.ts';
import type { partner } from '@serai/contract/account/partners.ts';
import { NO_PAYMENT_DETAILS } from '@serai/contract/account/payment-lines.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

type PartnerFields = z.output<typeof partner>;

export type Ceilings = PartnerFields['ceilings'];
export type BillingModel = PartnerFields['billing']['model'];

/** The attributes that the operator or the partner may change. */
export interface PartnerAttributes
  extends Pick<
    PartnerFields,
    | 'name'
    | 'nationality'
    | 'currency'
    | 'language'
    | 'groups'
    | 'paymentDays'
    | 'company'
    | 'requireSecondFactor'
    | 'maxKeyLifetimeDays'
    | 'guestDays'
    | 'ceilings'
  > {
  billingModel: BillingModel;
  billingCurrency: string | null;
  creditLimitMinor: number | null;
}

export interface Organisation extends PartnerAttributes {
  id: string;
  kind: 'OPERATOR' | 'PARTNER';
  status: 'ACTIVE' | 'SUSPENDED';
  createdAt: Date;
}

/** The number of an advisory lock, chosen arbitrarily. */
const FIRST_START_LOCK = 7_353_242;

/** Makes concurrently starting processes wait until this transaction has ended. */
export async function lockFirstStart(tx: Database): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${FIRST_START_LOCK})`;
}

export async function findOperatorId(db: Database): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`SELECT id FROM organisation WHERE kind = 'OPERATOR'`;
  return row?.id;
}

/** The partner that was created first: "Direct", unless it was renamed. */
export async function findFirstPartnerId(db: Database): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    SELECT id FROM organisation WHERE kind = 'PARTNER' ORDER BY created_at, id LIMIT 1`;
  return row?.id;
}

/** Returns at most `limit` ids. Callers use it to find out whether there is only one partner. */
export async function listPartnerIds(db: Database, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`SELECT id FROM organisation WHERE kind = 'PARTNER' LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Whether at least two partners have a valid key. Sandbox hotels can be searched with keys of both environments. */
export async function hasSeveralPartners(db: Database, environment: Environment): Promise<boolean> {
  const rows = await db`
    SELECT FROM organisation
    WHERE kind = 'PARTNER' AND status = 'ACTIVE' AND EXISTS (
      SELECT FROM api_key
      WHERE organisation_id = organisation.id AND status = 'ACTIVE' AND purpose = 'CLIENT' AND (expires_at IS NULL OR expires_at > serai_now())
        AND environment IN (${environment}, 'production'))
    LIMIT 2`;
  return rows.length === 2;
}

export async function insertOrganisation(
  tx: Database,
  { id, name, kind }: Pick<Organisation, 'id' | 'name' | 'kind'>,
): Promise<void> {
  await tx`INSERT INTO organisation (id, name, kind) VALUES (${id}, ${name}, ${kind})`;
}

export async function findOrganisation(db: Database, id: string): Promise<Organisation | undefined> {
  const [row] = await db<Organisation[]>`SELECT ${columns(db)} FROM organisation WHERE id = ${id}`;
  return row;
}

export async function getOrganisation(db: Database, id: string): Promise<Organisation> {
  const found = await findOrganisation(db, id);
  if (found === undefined) throw new Error(`Organisation ${id} does not exist`);
  return found;
}

/** Locks the row until the transaction ends. */
export async function findOrganisationForChange(tx: Database, id: string): Promise<Organisation | undefined> {
  const [row] = await tx<Organisation[]>`
    SELECT ${columns(tx)} FROM organisation WHERE id = ${id} FOR UPDATE`;
  return row;
}

export async function updateOrganisation(
  tx: Database,
  id: string,
  attributes: PartnerAttributes,
): Promise<void> {
  const { name, nationality, currency, language, groups, ceilings } = attributes;
  await tx`
    UPDATE organisation SET name = ${name}, default_nationality = ${nationality}, default_currency = ${currency},
      default_language = ${language}, groups = ${groups}, billing_model = ${attributes.billingModel},
      billing_currency = ${attributes.billingCurrency}, credit_limit_minor = ${attributes.creditLimitMinor},
      payment_days = ${attributes.paymentDays}, company = ${tx.json(attributes.company)},
      require_second_factor = ${attributes.requireSecondFactor},
      max_key_lifetime_days = ${attributes.maxKeyLifetimeDays}, guest_days = ${attributes.guestDays},
      ceiling_minute = ${ceilings.perMinute}, ceiling_hour = ${ceilings.perHour},
      ceiling_day = ${ceilings.perDay}, ceiling_keys = ${ceilings.keys}
    WHERE id = ${id}`;
}

export async function updateStatus(tx: Database, id: string, status: Organisation['status']): Promise<void> {
  await tx`UPDATE organisation SET status = ${status} WHERE id = ${id}`;
}

function columns(db: Database): Statement {
  return db`id, kind, status, name, created_at AS "createdAt", default_nationality AS nationality,
    default_currency AS currency, default_language AS language, groups, billing_model AS "billingModel",
    billing_currency AS "billingCurrency", credit_limit_minor AS "creditLimitMinor", payment_days AS "paymentDays", company,
    require_second_factor AS "requireSecondFactor", max_key_lifetime_days AS "maxKeyLifetimeDays",
    guest_days AS "guestDays",
    json_build_object('perMinute', ceiling_minute, 'perHour', ceiling_hour, 'perDay', ceiling_day,
      'keys', ceiling_keys) AS ceilings`;
}

export interface PartnerPosition {
  name: string;
  id: string;
}

export interface PartnerFilter {
  /** Only this partner, for partner users. */
  partnerId: string | undefined;
  search: string | undefined;
  status: Organisation['status'] | undefined;
  group: string | undefined;
}

export function listPartners(
  db: Database,
  { partnerId, search, status, group }: PartnerFilter,
  after: PartnerPosition | undefined,
  limit: number,
): PromiseLike<Organisation[]> {
  const text = search?.toLowerCase();
  return db<Organisation[]>`
    SELECT ${columns(db)} FROM organisation
    WHERE kind = 'PARTNER'
      ${partnerId === undefined ? db`` : db`AND id = ${partnerId}`}
      ${text === undefined ? db`` : db`AND (strpos(lower(name), ${text}) > 0 OR strpos(lower(id), ${text}) > 0)`}
      ${status === undefined ? db`` : db`AND status = ${status}`}
      ${group === undefined ? db`` : db`AND ${group} = ANY (groups)`}
      ${after ? db`AND (name, id) > (${after.name}, ${after.id})` : db``}
    ORDER BY name, id
    LIMIT ${limit}`;
}

export type OperatorAttributes = z.output<typeof operator>;

/** The local time at an instant, such as `2027-03-10T18:00:00`. Throws if the database does not know the time zone. */
export async function localTimeInDatabase(db: Database, at: Date, timeZone: string): Promise<string> {
  const [row] = await db<{ local: string }[]>`
    SELECT to_char(${at}::timestamptz AT TIME ZONE ${timeZone}, 'YYYY-MM-DD"T"HH24:MI:SS') AS local`;
  return row?.local ?? '';
}

export async function getOperator(db: Database): Promise<OperatorAttributes> {
  const [row] = await db<
    (Omit<OperatorAttributes, 'emergencyContact' | 'paymentDetails'> & {
      emergencyContact: OperatorAttributes['emergencyContact'] | null;
      paymentDetails: OperatorAttributes['paymentDetails'] | null;
    })[]
  >`
    SELECT name, time_zone AS "timeZone", trim_scale(fx_margin_percent)::text AS "fxMarginPercent",
      emergency_contact AS "emergencyContact", require_second_factor AS "requireSecondFactor",
      json_build_object('legalName', company -> 'legalName', 'address', company -> 'address', 'taxNumber', company -> 'taxNumber',
        'billingEmail', company -> 'billingEmail') AS company, payment_details AS "paymentDetails",
      json_build_object('statementsDay', statements_day, 'reminderDays', reminder_days) AS "billingSchedule"
    FROM organisation WHERE kind = 'OPERATOR'`;
  if (row === undefined)
    throw new Error('The database contains no operator. Its migrations did not run completely.');
  return {
    ...row,
    emergencyContact: row.emergencyContact ?? { name: null, phone: null, email: null },
    paymentDetails: row.paymentDetails ?? NO_PAYMENT_DETAILS,
  };
}

/** Returns the ids that belong to no partner, and the groups that contain no partner. */
export async function findUnknownPartners(
  db: Database,
  { partners, groups }: { partners: readonly string[]; groups: readonly string[] },
): Promise<{ partners: string[]; groups: string[] }> {
  const rows = await db<{ kind: 'partner' | 'group'; value: string }[]>`
    SELECT 'partner' AS kind, value FROM unnest(${partners}::text[]) AS given (value)
    WHERE NOT EXISTS (SELECT FROM organisation WHERE id = given.value AND kind = 'PARTNER')
    UNION ALL
    SELECT 'group', value FROM unnest(${groups}::text[]) AS given (value)
    WHERE NOT EXISTS (SELECT FROM organisation WHERE given.value = ANY (groups) AND kind = 'PARTNER')`;
  const of = (kind: string) => rows.filter(row => row.kind === kind).map(({ value }) => value);
  return { partners: of('partner'), groups: of('group') };
}

/** The margin on exchange rates. 0 before the first start has created the operator. */
export async function findFxMargin(db: Database): Promise<string> {
  const [row] = await db<{ percent: string }[]>`
    SELECT trim_scale(fx_margin_percent)::text AS percent FROM organisation WHERE kind = 'OPERATOR'`;
  return row?.percent ?? '0';
}

export async function updateOperator(tx: Database, attributes: OperatorAttributes): Promise<void> {
  const { name, timeZone, fxMarginPercent, emergencyContact, requireSecondFactor } = attributes;
  const { statementsDay, reminderDays } = attributes.billingSchedule;
  const since = (column: Statement, value: number | null) =>
    value === null ? tx`NULL` : tx`coalesce(${column}, (serai_now() AT TIME ZONE ${timeZone})::date)`;
  await tx`
    UPDATE organisation SET name = ${name}, time_zone = ${timeZone},
      fx_margin_percent = ${fxMarginPercent}::text::numeric, emergency_contact = ${tx.json(emergencyContact)},
      require_second_factor = ${requireSecondFactor}, company = ${tx.json(attributes.company)},
      payment_details = ${tx.json(attributes.paymentDetails)},
      statements_day = ${statementsDay}, statements_since = ${since(tx`statements_since`, statementsDay)},
      reminder_days = ${reminderDays}, reminders_since = ${since(tx`reminders_since`, reminderDays)}
    WHERE kind = 'OPERATOR'`;
}
