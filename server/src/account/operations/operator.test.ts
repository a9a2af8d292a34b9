import { NO_BILLING_SCHEDULE } from '@serai/contract/account/billing-schedule.ts';
import { NO_PAYMENT_DETAILS } from '@serai/contract/account/payment-lines.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';

let database: TestDatabase;
let server: OperatorServer;

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock: new ManualClock() });
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const update = (input: object) => server.call('operator/update', server.bearer, input);

describe('operator/update', () => {
  it('a new installation has an operator with default settings', async () => {
    const { json } = await server.call('operator/show', server.bearer);
    expect(json.operator).toEqual({
      name: 'My company',
      timeZone: 'UTC',
      fxMarginPercent: '0',
      emergencyContact: { name: null, phone: null, email: null },
      requireSecondFactor: false,
      company: { legalName: null, address: null, taxNumber: null, billingEmail: null },
      paymentDetails: NO_PAYMENT_DETAILS,
      billingSchedule: NO_BILLING_SCHEDULE,
    });
  });

  it('operator/update changes only the given fields and records the difference in the audit log', async () => {
    const emergencyContact = { name: 'Help desk', phone: '+34 910 000 000', email: null };
    const company = { legalName: 'Serai Hotels, S.L.', taxNumber: 'ESB00000000' };
    await update({ company: { legalName: company.legalName } });
    const { json } = await update({
      ...{ name: 'Serai Hotels', fxMarginPercent: '1.50', emergencyContact },
      company: { taxNumber: company.taxNumber },
    });
    expect(json.operator).toEqual({
      name: 'Serai Hotels',
      timeZone: 'UTC',
      fxMarginPercent: '1.5',
      emergencyContact,
      requireSecondFactor: false,
      company: { ...company, address: null, billingEmail: null },
      paymentDetails: NO_PAYMENT_DETAILS,
      billingSchedule: NO_BILLING_SCHEDULE,
    });
    await update({ name: 'Serai Hotels' });
    const audit = await server.call('audit/list', server.bearer, { action: 'operator/update' });
    expect(audit.json.entries).toMatchObject([
      { target: server.operatorId, partnerId: null, before: { name: 'My company', fxMarginPercent: '0' } },
      { after: { company: { legalName: company.legalName } } },
    ]);
  });

  it('payment details are changed one by one, and the audit log records who changed them', async () => {
    await update({ paymentDetails: { account: 'es9121000418450200051332', bankName: 'Example Bank' } });
    const wrong = await update({ paymentDetails: { account: 'ES91 2100 0418 4502 0005 1323' } });
    expect(wrong.json.error.details).toMatchObject([
      { path: '/paymentDetails/account', message: expect.stringContaining('check digits') },
    ]);
    const { json } = await update({ paymentDetails: { bankName: null, note: 'Thank you' } });
    const paymentDetails = {
      ...NO_PAYMENT_DETAILS,
      account: 'ES91 2100 0418 4502 0005 1332',
      note: 'Thank you',
    };
    expect(json.operator.paymentDetails).toEqual(paymentDetails);
    expect(await server.call('operator/show', server.bearer)).toMatchObject({ json });
    const audit = await server.call('audit/list', server.bearer, { action: 'operator/update' });
    expect(audit.json.entries[0]).toMatchObject({
      actor: 'operator-token',
      before: { paymentDetails: { bankName: 'Example Bank' } },
      after: { paymentDetails },
    });
  });

  it('turning on what is sent automatically keeps the day on which it was turned on until it is turned off', async () => {
    const since = async () => {
      const [row] = await database.ownerDb<{ statements: string | null; reminders: string | null }[]>`
        SELECT statements_since::text AS statements, reminders_since::text AS reminders
        FROM organisation WHERE kind = 'OPERATOR'`;
      return row;
    };
    const { json } = await update({ billingSchedule: { statementsDay: 3 } });
    expect(json.operator.billingSchedule).toEqual({ statementsDay: 3, reminderDays: null });
    expect(await since()).toEqual({ statements: expect.stringMatching(/^\d{4}-/), reminders: null });
    await database.ownerDb`UPDATE organisation SET statements_since = '2026-01-05' WHERE kind = 'OPERATOR'`;
    await update({ billingSchedule: { statementsDay: 9, reminderDays: 60 } });
    expect(await since()).toEqual({ statements: '2026-01-05', reminders: expect.stringMatching(/^\d{4}-/) });
    await update({ billingSchedule: { statementsDay: null } });
    expect((await since())?.statements).toBeNull();
    for (const wrong of [{ statementsDay: 29 }, { statementsDay: 0 }, { reminderDays: 61 }]) {
      expect((await update({ billingSchedule: wrong })).status).toBe(400);
    }
    await update({ billingSchedule: { reminderDays: null } });
  });

  it('operator/update rejects a time zone that the database does not know or reads differently, and a negative margin', async () => {
    // The database reads the sign of an offset the other way round, and CET without summer time.
    for (const timeZone of ['Europe/Atlantis', '+02:00', '-03:30', 'CET', 'IET']) {
      expect((await update({ timeZone })).json.error?.details, timeZone).toMatchObject([
        { path: '/timeZone' },
      ]);
    }
    for (const timeZone of ['Asia/Kathmandu', 'America/New_York', 'UTC'])
      expect((await update({ timeZone })).json.operator.timeZone).toBe(timeZone);
    expect((await update({ fxMarginPercent: '-1' })).json.error.details).toMatchObject([
      { path: '/fxMarginPercent' },
    ]);
    expect((await update({ timeZone: 'Europe/Madrid' })).json.operator.timeZone).toBe('Europe/Madrid');
  });
});
