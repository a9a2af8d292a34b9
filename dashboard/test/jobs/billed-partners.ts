/** Partners with ledger entries and statements of earlier months. */
import { expect } from 'vitest';
import type { DashboardUnderTest } from '../browser/dashboard-under-test.ts';

type App = Pick<DashboardUnderTest['app'], 'operate' | 'database'>;

const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });
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
export async function createLatePartner({ operate, database }: App): Promise<void> {
  const created = await operate('partners/create', {
    name: 'Southern Tours',
    groups: ['silver'],
    billing: { model: 'CREDIT', currency: 'EUR', limit: eur('12000.00') },
    paymentDays: 14,
    company: LATE_PARTNER,
  });
  const { partnerId } = created.json.partner;
  const charge = (amount: string, daysAgo: number) =>
    operate('billing/adjust', {
      ...{ ...SANDBOX, partnerId, effect: 'OWES_MORE', amount: eur(amount) },
      reason: `Bookings from ${daysAgo} days ago`,
    });
  const charges = [
    ['640.50', 110],
    ['2310.00', 75],
    ['1985.20', 45],
    ['3120.00', 12],
  ] as const;
  for (const [amount, daysAgo] of charges) expect((await charge(amount, daysAgo)).status).toBe(200);
  await database.ownerDb`
    UPDATE ledger_entry SET at = at - substring(reason from '[0-9]+')::int * interval '1 day'
    WHERE organisation_id = ${partnerId}`;
  await database.ownerDb`
    INSERT INTO report_sum (organisation_id, environment, date_basis, segment, segment_value, month, provider, country, currency,
      bookings, cancelled, room_nights, revenue_minor, cost_minor, paid_stays, paid_nights, paid_minor)
    SELECT ${partnerId}, 'sandbox', 'BOOKED', 'NONE', '', to_char(now() - back * interval '1 month', 'YYYY-MM'), 'test-1', 'ES', 'EUR',
      14 - back, 1, 41 - back * 3, 412000 - back * 47000, 371000 - back * 43000,
      13 - back, 41 - back * 3, 412000 - back * 47000
    FROM generate_series(0, 5) AS back`;
  const { statements } = (await operate('statements/list', { ...SANDBOX, partnerId })).json;
  for (const { month } of statements.slice(1).toReversed())
    expect((await operate('statements/close', { ...SANDBOX, partnerId, month })).status).toBe(200);
  // As if each had been closed when its month was over.
  await database.ownerDb`
    UPDATE statement SET closed_at = to_at, due_on = (to_at AT TIME ZONE 'UTC')::date + 14 WHERE organisation_id = ${partnerId}`;
}

/** Partners whose last month is still open: one can be billed, the other has no address. */
export async function createOpenPartners({ operate, database }: App): Promise<void> {
  const partners = [
    ['Coastal Breaks', { billingEmail: 'office@coastal.example' }],
    ['Island Trips', {}],
  ] as const;
  for (const [name, company] of partners) {
    const { partnerId } = (await operate('partners/create', { name, paymentDays: 7, company })).json.partner;
    const charge = { effect: 'OWES_MORE', amount: eur('1240.00'), reason: 'Bookings of last month' };
    expect((await operate('billing/adjust', { ...SANDBOX, partnerId, ...charge })).status).toBe(200);
    await database.ownerDb`
      UPDATE ledger_entry SET at = date_trunc('month', at) - interval '5 days' WHERE organisation_id = ${partnerId}`;
  }
}

/** What the last automatic runs did: in the last one, one was sent, one was not included, and one failed. */
export async function addScheduledRun({ database: { ownerDb } }: App): Promise<void> {
  const known = await ownerDb<{ id: string; name: string }[]>`SELECT id, name FROM organisation`;
  const mail = (partnerName: string, more: object) => ({
    partnerId: known.find(({ name }) => name === partnerName)?.id ?? `prt_${partnerName}`,
    ...{ partnerName, month: '2026-10' },
    ...{ outcome: 'SENT', reason: null, problem: null, ...more },
  });
  const mails = [
    mail('Coastal Breaks', {}),
    mail('Island Trips', { outcome: 'NOT_INCLUDED', reason: 'NO_BILLING_EMAIL' }),
    mail('Southern Tours', {
      outcome: 'FAILED',
      problem: `The email to ${LATE_PARTNER.billingEmail} could not be sent.`,
    }),
  ];
  const reminders = [{ ...mail('Coastal Breaks', {}), month: '2026-08', neverSent: ['2026-08-0002'] }];
  await ownerDb`
    INSERT INTO billing_run (kind, period, run_on, finished_at, mails) VALUES
      ('STATEMENTS', '2026-10', '2026-11-03', '2026-11-03T00:01:00Z', ${ownerDb.json(mails)}),
      ('STATEMENTS', '2026-09', '2026-10-03', '2026-10-03T00:01:00Z', ${ownerDb.json(mails.slice(0, 2))}),
      ('REMINDERS', '2026-10-22', '2026-10-22', '2026-10-22T00:01:00Z', ${ownerDb.json(reminders)})`;
}
