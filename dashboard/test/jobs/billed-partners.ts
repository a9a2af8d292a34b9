/** Partners with ledger entries and statements of earlier months. */
import { expect } from 'vitest';
import type { DashboardUnderTest } from '../browser/dashboard-under-test.ts';

type App = Pick<DashboardUnderTest['app'], 'operate' | 'database'>;
type Keys = Pick<DashboardUnderTest['app'], 'createKey'>;

const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });
/** Who keeps the books of the operator. */
const CLERK = 'olivia@example.com';

export const LATE_PARTNER = {
  legalName: 'Southern Tours, S.A.',
  address: 'Avenida del Puerto 12\n41013 Sevilla\nSpain',
  taxNumber: 'ESA41000000',
  billingEmail: 'accounts@southern.example',
  contacts: [
    {
      name: 'Carmen Ruiz',
      role: 'Accounts payable',
      email: 'carmen@southern.example',
      phone: '+34 954 000 000',
    },
  ],
};

/** A partner that has sold for half a year and pays late. */
export async function createLatePartner({ operate, database, createKey }: App & Keys): Promise<void> {
  // The installation is older than its partner.
  await database.ownerDb`UPDATE audit_entry SET at = at - interval '200 days'`;
  await database.ownerDb`UPDATE organisation SET created_at = created_at - interval '200 days'`;
  const created = await operate('partners/create', {
    name: 'Southern Tours',
    groups: ['silver'],
    billing: { model: 'CREDIT', currency: 'EUR', limit: eur('12000.00') },
    paymentDays: 14,
    company: LATE_PARTNER,
  });
  const { partnerId } = created.json.partner;
  await createKey({ partnerId, environment: 'production', name: 'Booking site' });
  await backdateAudit(database, partnerId, 190);
  const charges = [
    ['640.50', 110, 'Group booked by phone: school trip, 8 rooms'],
    ['2310.00', 75, 'Group booked by phone: wedding, 18 rooms'],
    ['1985.20', 45, 'Group booked by phone: conference, 15 rooms'],
    ['3120.00', 12, 'Group booked by phone: rowing club, 24 rooms'],
  ] as const;
  for (const [amount, daysAgo, reason] of charges) {
    const charge = { ...SANDBOX, partnerId, effect: 'OWES_MORE', amount: eur(amount), reason };
    expect((await operate('billing/adjust', charge)).status).toBe(200);
    await database.ownerDb`
      UPDATE ledger_entry SET at = at - ${daysAgo} * interval '1 day', actor = ${CLERK}
      WHERE organisation_id = ${partnerId} AND reason = ${reason}`;
    await backdateAudit(database, partnerId, daysAgo);
  }
  await database.ownerDb`
    INSERT INTO report_sum (organisation_id, environment, date_basis, segment, segment_value, month, provider, country, currency,
      bookings, cancelled, room_nights, revenue_minor, cost_minor, paid_stays, paid_nights, paid_minor)
    SELECT ${partnerId}, 'sandbox', 'BOOKED', 'NONE', '', to_char(now() - back * interval '1 month', 'YYYY-MM'), 'test-1', 'ES', 'EUR',
      14 - back, 1, 41 - back * 3, 412000 - back * 47000, 371000 - back * 43000,
      13 - back, 41 - back * 3, 412000 - back * 47000
    FROM generate_series(0, 5) AS back WHERE back <> 1`;
  // The bookings of last month, one every two days. The same days of this month are compared with them.
  await database.ownerDb`
    INSERT INTO report_booking (booking_id, organisation_id, environment, month, hotel_id, country, provider, currency, bookings,
      cancelled, room_nights, revenue_minor, cost_minor, stay_month, booked_on, check_in, nationality, lead_time, stay_length,
      rate_plan, is_paid_here, booked_nights, booked_minor, paid_stays, paid_nights, paid_minor)
    SELECT 'bkg_october_' || number, ${partnerId}, 'sandbox', to_char(day, 'YYYY-MM'), 'htl_1', 'ES', 'test-1', 'EUR', 1,
      0, 3, 28000, 25000, to_char(day, 'YYYY-MM'), day, day, 'ES', '', '', '', true, 3, 28000, 1, 3, 28000
    FROM generate_series(0, 12) AS number,
      LATERAL (SELECT (date_trunc('month', now()) - interval '1 month' + number * interval '2 days')::date AS day) AS days`;
  const { statements } = (await operate('statements/list', { ...SANDBOX, partnerId })).json;
  for (const { month } of statements.slice(1).toReversed())
    expect((await operate('statements/close', { ...SANDBOX, partnerId, month })).status).toBe(200);
  // As if each had been closed on the morning after its month.
  await database.ownerDb`
    UPDATE statement SET closed_at = to_at + interval '9 hours', closed_by = ${CLERK}, due_on = (to_at AT TIME ZONE 'UTC')::date + 14
    WHERE organisation_id = ${partnerId}`;
  await database.ownerDb`UPDATE organisation SET created_at = created_at - interval '190 days' WHERE id = ${partnerId}`;
  await auditClosings(database);
}

/** Moves what was just done for a partner into the past, as if somebody had done it then. */
async function backdateAudit({ ownerDb }: App['database'], partnerId: string, days: number): Promise<void> {
  await ownerDb`
    UPDATE audit_entry SET actor = ${CLERK}, at = at - ${days} * interval '1 day'
    WHERE organisation_id = ${partnerId} AND at > now() - interval '1 hour'`;
}

/** The audit log names the time and the person of a closing, as the statement does. */
async function auditClosings({ ownerDb }: App['database']): Promise<void> {
  await ownerDb`
    UPDATE audit_entry SET at = closed_at, actor = closed_by FROM statement
    WHERE action = 'statements/close' AND target = statement_id`;
}

/** Last month's statements were closed on the first day of this month, so that they are overdue after a week. */
export async function backdateClosings({ database }: App, closingMinor: number): Promise<void> {
  await database.ownerDb`
    UPDATE statement SET closed_at = to_at + interval '9 hours', closed_by = ${CLERK},
      due_on = least((to_at AT TIME ZONE 'UTC')::date + 7, (now() AT TIME ZONE 'UTC')::date - 1)
    WHERE closing_minor = ${closingMinor}`;
  await auditClosings(database);
}

/** Partners whose last month is still open: one can be billed, the other has no address. */
export async function createOpenPartners({ operate, database }: App): Promise<void> {
  const partners = [
    ['Coastal Breaks', { billingEmail: 'office@coastal.example' }],
    ['Island Trips', {}],
  ] as const;
  for (const [name, company] of partners) {
    const { partnerId } = (await operate('partners/create', { name, paymentDays: 7, company })).json.partner;
    await backdateAudit(database, partnerId, 60);
    const charge = {
      effect: 'OWES_MORE',
      amount: eur('1240.00'),
      reason: 'Group booked by email: cycling tour, 9 rooms',
    };
    expect((await operate('billing/adjust', { ...SANDBOX, partnerId, ...charge })).status).toBe(200);
    await database.ownerDb`
      UPDATE ledger_entry SET at = date_trunc('month', at) - interval '5 days', actor = ${CLERK}
      WHERE organisation_id = ${partnerId}`;
    await database.ownerDb`
      UPDATE audit_entry SET at = date_trunc('month', at) - interval '5 days', actor = ${CLERK}
      WHERE organisation_id = ${partnerId} AND action = 'billing/adjust'`;
    await database.ownerDb`UPDATE organisation SET created_at = created_at - interval '60 days' WHERE id = ${partnerId}`;
  }
}

/** What the last automatic runs did: in the last one, one was sent, one was not included, and one was refused later. */
export async function addScheduledRun(app: App): Promise<void> {
  const { ownerDb } = app.database;
  await addRefusedStatement(app);
  const known = await ownerDb<{ id: string; name: string }[]>`SELECT id, name FROM organisation`;
  const mail = (partnerName: string, more: object) => ({
    partnerId: known.find(({ name }) => name === partnerName)?.id ?? `prt_${partnerName}`,
    ...{ partnerName, month: '2026-10' },
    ...{ outcome: 'SENT', reason: null, problem: null, ...more },
  });
  const mails = [
    mail('Coastal Breaks', {}),
    mail('Island Trips', { outcome: 'NOT_INCLUDED', reason: 'NO_BILLING_EMAIL' }),
    mail('Southern Tours', {}),
  ];
  const reminders = [{ ...mail('Coastal Breaks', {}), month: '2026-08', neverSent: ['2026-08-0002'] }];
  await ownerDb`
    INSERT INTO billing_run (kind, period, run_on, finished_at, mails) VALUES
      ('STATEMENTS', '2026-10', '2026-11-03', '2026-11-03T00:01:00Z', ${ownerDb.json(mails)}),
      ('STATEMENTS', '2026-09', '2026-10-03', '2026-10-03T00:01:00Z', ${ownerDb.json(mails.slice(0, 2))}),
      ('REMINDERS', '2026-10-22', '2026-10-22', '2026-10-22T00:01:00Z', ${ownerDb.json(reminders)})`;
}

/** The mail server refused the statement of the late partner three minutes after the run. */
async function addRefusedStatement({ operate, database: { ownerDb } }: App): Promise<void> {
  const [partner] = await ownerDb<
    { id: string }[]
  >`SELECT id FROM organisation WHERE name = 'Southern Tours'`;
  const named = { partnerId: partner?.id, environment: 'production' };
  const charge = {
    effect: 'OWES_MORE',
    amount: eur('860.00'),
    reason: 'Group booked by phone: choir, 7 rooms',
  };
  expect((await operate('billing/adjust', { ...named, ...charge })).status).toBe(200);
  await ownerDb`UPDATE ledger_entry SET at = '2026-10-15T10:00:00Z' WHERE reason = ${charge.reason}`;
  expect((await operate('statements/close', { ...named, month: '2026-10' })).status).toBe(200);
  await ownerDb`
    INSERT INTO statement_mail (statement_id, number, organisation_id, environment, kind, address, asked_at, asked_by, failed_at,
      response)
    SELECT statement_id, 1, organisation_id, environment, 'STATEMENT', ${LATE_PARTNER.billingEmail}, '2026-11-03T00:01:00Z', 'schedule',
      '2026-11-03T00:04:00Z', ${`550 5.1.1 <${LATE_PARTNER.billingEmail}>: Recipient address rejected: User unknown`}
    FROM statement WHERE organisation_id = ${partner?.id ?? ''} AND environment = 'production'`;
}

/** A run in August that could not prepare the statement of the late partner, which is still open. */
export async function addUnpreparedRun({ database: { ownerDb } }: App): Promise<void> {
  await ownerDb`
    INSERT INTO billing_run (kind, period, run_on, finished_at, mails)
    SELECT 'STATEMENTS', '2026-08', '2026-09-03', '2026-09-03T00:01:00Z', jsonb_build_array(jsonb_build_object(
      'partnerId', id, 'partnerName', name, 'month', '2026-08', 'outcome', 'FAILED', 'reason', NULL,
      'problem', 'An unexpected error occurred. See the log.'))
    FROM organisation WHERE name = 'Southern Tours'`;
}
