/** Tests with a real SMTP server that emails are encrypted, sent only once, and survive outages. */
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { LOCALHOST_CERTIFICATE } from '../../../test/localhost-certificate.ts';
import { type MailServer, mailServer } from '../../../test/mail-server.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type SimulatedTime, simulateTime } from '../../../test/simulated-time.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { createLog } from '../log.ts';
import { createSeal } from '../secrets/seal.ts';
import { composeMail, type Mail } from './mail.ts';
import { type MailJobParts, mailJobs, planMails } from './mail-jobs.ts';
import {
  holdMail,
  insertMail,
  markFailed,
  markGivenUp,
  markSent,
  takeDueMails,
  type WaitingMail,
} from './mail-outbox-store.ts';
import { ENVELOPE_MS, openSmtp, SEND_MS, SmtpError } from './smtp.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const seal = createSeal(Buffer.alloc(32, 3));
const FROM = 'Serai <no-reply@example.com>';

let database: Awaited<ReturnType<typeof testDatabase>>;
let time: SimulatedTime;
const servers: MailServer[] = [];
const told: unknown[] = [];
beforeAll(async () => {
  database = await testDatabase();
  time = await simulateTime(database.ownerDb);
});
afterEach(async () => {
  told.length = 0;
  await Promise.all(servers.splice(0).map(server => server.close()));
  await database.ownerDb`DELETE FROM mail_outbox`;
});
afterAll(() => database?.drop());

async function started(options: Parameters<typeof mailServer>[0] = {}): Promise<MailServer> {
  const server = await mailServer(options);
  servers.push(server);
  return server;
}

const mailTo = (to: string, key = to): Mail => ({
  key,
  kind: 'test',
  to,
  subject: 'Hello\r\nBcc: thief@example.com',
  paragraphs: ['First <b>line</b>'],
  link: { text: 'Open', url: 'https://example.com/#token' },
});

function runnerFor(port: number, parts: Partial<MailJobParts> = {}): JobRunner {
  const smtp = openSmtp({ url: `smtp://127.0.0.1:${port}`, from: FROM, clock: time.clock });
  const kinds = mailJobs({
    seal,
    smtp,
    clock: time.clock,
    log: createLog('silent'),
    tellOperator: async (_, notice) => void told.push(notice),
    pauseMs: 1_000,
    ...parts,
  });
  return new JobRunner({ pool: database.pool, clock: time.clock, kinds, log: createLog('silent') });
}

async function round(runner: JobRunner, ms = 1_000): Promise<void> {
  await time.advance(ms);
  await planMails(database.db);
  runner.start();
  await runner.idle();
  // Waits for the emails that are being sent.
  await runner.stop();
}

test('the SMTP password is sent only after STARTTLS, and the certificate of the server is checked', async () => {
  const account = { user: 'me@example.com', password: 'p@ss word' };
  const server = await started({ account });
  const url = `smtp://me%40example.com:p%40ss%20word@localhost:${server.port}`;
  const options = { url, from: FROM, clock: time.clock };
  const smtp = openSmtp({ ...options, tls: { ca: LOCALHOST_CERTIFICATE } });
  await smtp.check();
  await smtp.send({ ...composeMail(mailTo('ana@example.com')), messageId: '<1@serai>' });
  expect(server.received).toMatchObject([
    { from: 'no-reply@example.com', to: ['ana@example.com'], secure: true, user: 'me@example.com' },
  ]);
  await expect(openSmtp(options).check()).rejects.toThrow(SmtpError);
  const wrong = url.replace('p%40ss', 'other');
  const refused = openSmtp({ ...options, url: wrong, tls: { ca: LOCALHOST_CERTIFICATE } }).check();
  await expect(refused).rejects.toMatchObject({ isPermanent: false });
});

test.each([
  ['plain text', 'p@ss word'],
  ['a URL', 'p%40ss%20word'],
  ['AUTH PLAIN', 'AG1lQGV4YW1wbGUuY29tAHBAc3Mgd29yZA=='],
  ['AUTH LOGIN', 'cEBzcyB3b3Jk'],
])(
  'an error never contains the SMTP password, even if the server repeats it as in %s',
  async (_, refusedAs) => {
    const account = { user: 'me@example.com', password: 'p@ss word' };
    const server = await started({ account, refusedAs, refused: ['ana@example.com'] });
    const url = `smtp://me%40example.com:p%40ss%20word@localhost:${server.port}`;
    const smtp = openSmtp({ url, from: FROM, clock: time.clock, tls: { ca: LOCALHOST_CERTIFICATE } });
    const sending = smtp.send({ ...composeMail(mailTo('ana@example.com')), messageId: '<1@serai>' });
    await expect(sending).rejects.toThrow(/^550 \*\*\*$/);
  },
);

test('an email contains plain text and escaped HTML, and its subject cannot inject headers', async () => {
  const server = await started();
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await round(runnerFor(server.port));
  const [{ text = '' } = {}] = server.received;
  expect(text).toContain('Subject: Hello Bcc: thief@example.com');
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).toContain('First &lt;b&gt;line&lt;/b&gt;');
  expect(text).toContain('https://example.com/#token');
  expect(text).toMatch(/^Auto-Submitted: auto-generated/m);
});

test('an email that is added twice with the same key is sent once, and its content is deleted afterwards', async () => {
  const server = await started();
  const runner = runnerFor(server.port);
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await round(runner);
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await round(runner, 10 * MINUTE_MS);
  expect(server.received).toHaveLength(1);
  const rows = await database.ownerDb`SELECT sealed, sent_at FROM mail_outbox`;
  expect(rows).toMatchObject([{ sealed: null, sent_at: expect.any(Date) }]);
});

test('emails wait while the SMTP server is unavailable, and are sent once when it is available again', async () => {
  const gone = await mailServer();
  await gone.close();
  const runner = runnerFor(gone.port);
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  for (let i = 0; i < 4; i++) await round(runner, 30 * MINUTE_MS);
  const server = await started({ port: gone.port });
  for (let i = 0; i < 4; i++) await round(runner, 60 * MINUTE_MS);
  expect(server.received).toHaveLength(1);
  expect(told).toEqual([]);
});

test('a refused recipient is reported immediately and does not delay other emails', async () => {
  const server = await started({ refused: ['gone@example.com'] });
  await insertMail(database.db, seal, mailTo('gone@example.com'));
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await round(runnerFor(server.port));
  expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com']]);
  expect(told).toMatchObject([{ action: 'mail/given-up', after: { kind: 'test' } }]);
});

test('an attempt that failed is reported with the error and the time until the next one, and a refusal with the response alone', async () => {
  const server = await started({ refused: ['gone@example.com'] });
  const reported: unknown[] = [];
  const parts: Partial<MailJobParts> = {
    postponed: async (_tx, mail, attempt) => void reported.push([mail.to, attempt]),
    settled: async (_tx, mail, outcome, response) => void reported.push([mail.to, outcome, response]),
  };
  await insertMail(database.db, seal, mailTo('gone@example.com'));
  await round(runnerFor(server.port, parts));
  await server.close();
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  const runner = runnerFor(server.port, parts);
  for (const minutes of [1, 2]) await round(runner, minutes * MINUTE_MS);
  const refused = { response: expect.stringMatching(/^connect ECONNREFUSED/) };
  expect(reported).toEqual([
    ['gone@example.com', 'FAILED', '550 no such mailbox'],
    ['ana@example.com', { ...refused, delayMs: MINUTE_MS }],
    ['ana@example.com', { ...refused, delayMs: 5 * MINUTE_MS }],
  ]);
});

test('an email that cannot be sent for three days fails permanently and is reported', async () => {
  const gone = await mailServer();
  await gone.close();
  const runner = runnerFor(gone.port);
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await round(runner);
  await round(runner, 2 * DAY_MS);
  expect(told).toEqual([]);
  await round(runner, 2 * DAY_MS);
  expect(told).toHaveLength(1);
});

test('an email is not sent again if a stalled process reports a failure after another process has sent it', async () => {
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  const taken = await taking();
  await markSent(database.db, taken.mailId);
  await markFailed(database.db, taken, { error: 'timeout', delayMs: 0 });
  expect(await takeDueMails(database.db, seal, { limit: 1, leaseMs: 1 })).toEqual([]);
});

async function taking(): Promise<WaitingMail> {
  const [taken] = await takeDueMails(database.db, seal, { limit: 1, leaseMs: 1_000 });
  return taken ?? expect.fail('no email is due');
}

test('a stalled process can neither send nor settle an email that another process has claimed', async () => {
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  const stalled = await taking();
  await time.advance(2_000);
  const other = await taking();
  expect(await holdMail(database.db, stalled, 1_000)).toBe(false);
  expect(await markGivenUp(database.db, stalled, 'refused')).toBe(false);
  await markFailed(database.db, stalled, { error: 'timeout', delayMs: 0 });
  expect(await takeDueMails(database.db, seal, { limit: 1, leaseMs: 1 })).toEqual([]);
  expect(await holdMail(database.db, other, 1_000)).toBe(true);
});

test('an email is sent once if the mail server scans it for ten minutes', async () => {
  const { promise: scanned, resolve: accept } = Promise.withResolvers<void>();
  const server = await started({ scan: () => scanned });
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await planMails(database.db);
  const [runner, other] = [runnerFor(server.port), runnerFor(server.port)];
  runner.start();
  await expect.poll(() => server.received.length).toBe(1);
  for (let minute = 0; minute < 10; minute++) await round(other, MINUTE_MS);
  expect(await takeDueMails(database.db, seal, { limit: 1, leaseMs: 1 })).toEqual([]);
  accept();
  // The first run may have lost its job to the other process, but it still records that the email was sent.
  await expect
    .poll(() => database.ownerDb`SELECT sent_at FROM mail_outbox`)
    .toMatchObject([{ sent_at: expect.any(Date) }]);
  await runner.stop(0);
  await round(other, DAY_MS);
  expect(server.received).toHaveLength(1);
});

test('an email that is added while another one is sent does not wait for it, and a process that stops waits for both', async () => {
  const { promise: scanned, resolve: accept } = Promise.withResolvers<void>();
  const server = await started({
    scan: async ({ to }) => (to[0] === 'slow@example.com' ? scanned : undefined),
  });
  await insertMail(database.db, seal, mailTo('slow@example.com'));
  await planMails(database.db);
  const runner = runnerFor(server.port);
  runner.start();
  await expect.poll(() => server.received.length).toBe(1);
  await runner.idle();
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  await time.advance(1_000);
  await expect.poll(() => sentMails()).toBe(1);
  await runner.idle();
  const stopped = runner.stop();
  accept();
  await stopped;
  expect(await sentMails()).toBe(2);
  expect(server.received).toHaveLength(2);
});

async function sentMails(): Promise<number> {
  return (await database.ownerDb`SELECT FROM mail_outbox WHERE sent_at IS NOT NULL`).length;
}

test('at most three emails are sent at once, findings are still reported, and a process that stops starts no further email', async () => {
  const { promise: scanned, resolve: accept } = Promise.withResolvers<void>();
  const server = await started({ scan: () => scanned });
  for (let i = 0; i < 5; i++) await insertMail(database.db, seal, mailTo(`ana${i}@example.com`));
  await planMails(database.db);
  const watch = vi.fn(async () => {});
  const runner = runnerFor(server.port, { watch });
  runner.start();
  await expect.poll(() => server.received.length).toBe(3);
  await time.advance(10_000);
  await expect.poll(() => watch.mock.calls.length).toBe(2);
  const stopped = runner.stop();
  accept();
  await stopped;
  expect(server.received).toHaveLength(3);
  const rows =
    await database.ownerDb`SELECT attempts, count(*)::int AS mails FROM mail_outbox GROUP BY 1 ORDER BY 1`;
  expect(rows).toEqual([
    { attempts: 0, mails: 2 },
    { attempts: 1, mails: 3 },
  ]);
});

test('an email is recorded as sent if the response of the mail server contains control characters', async () => {
  const server = await started({ response: 'queued\0as\u001b7' });
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  const responses: string[] = [];
  const settled: MailJobParts['settled'] = async (tx, _mail, _outcome, response) => {
    await tx`SELECT ${response}::text`;
    responses.push(response);
  };
  await round(runnerFor(server.port, { settled }));
  expect(responses).toEqual([expect.stringMatching(/queued as 7$/)]);
  expect(await sentMails()).toBe(1);
});

test('an error is stored on one line, without text direction characters, and cut after 300 characters', async () => {
  const { port } = await started();
  await insertMail(database.db, seal, mailTo('ana@example.com'));
  const responses: string[] = [];
  await round(
    runnerFor(port, {
      prepare: () => Promise.reject(new Error(`a\u202eb\r\n${'c'.repeat(400)}`)),
      postponed: async (_tx, _mail, { response }) => void responses.push(response),
    }),
  );
  expect(responses).toEqual([`a b ${'c'.repeat(296)}`]);
});

test.each([
  ['an unencrypted connection', 'smtp', undefined],
  ['STARTTLS', 'smtp', 'STARTTLS'],
  ['TLS', 'smtps', 'TLS'],
] as const)(
  'with %s, a mail server has ten minutes to accept an email, and is then disconnected',
  async (_, protocol, encryption) => {
    const timeouts = vi.spyOn(Socket.prototype, 'setTimeout');
    const server = await started({ scan: () => new Promise(() => {}), ...(encryption && { encryption }) });
    const clock = new ManualClock();
    const sending = sendingTo(`${protocol}://localhost:${server.port}`, clock);
    await expect.poll(() => server.received.length).toBe(1);
    expect(server.received).toMatchObject([{ secure: encryption !== undefined }]);
    const { calls, contexts } = timeouts.mock;
    const waitsMs = calls.flatMap(([ms], i) => ((contexts[i] as Socket).localPort === server.port ? [] : ms));
    timeouts.mockRestore();
    // Zero means no limit.
    expect(Math.min(...waitsMs.filter(ms => ms > 0), SEND_MS)).toBeGreaterThan(10 * MINUTE_MS);
    clock.advance(SEND_MS);
    await expect(sending).rejects.toMatchObject({ name: 'SmtpError', isPermanent: false });
    // Returns only when all connections are closed.
    await servers.pop()?.close();
  },
);

test('a mail server that does not respond to the recipient is disconnected after a minute', async () => {
  const lookUp = vi.fn(() => new Promise<void>(() => {}));
  const server = await started({ lookUp });
  const clock = new ManualClock();
  const sending = sendingTo(`smtp://localhost:${server.port}`, clock);
  await expect.poll(() => lookUp.mock.calls.length).toBe(1);
  clock.advance(ENVELOPE_MS);
  await expect(sending).rejects.toMatchObject({ name: 'SmtpError', isPermanent: false });
  await servers.pop()?.close();
});

function sendingTo(url: string, clock: ManualClock): Promise<string> {
  const smtp = openSmtp({ url, from: FROM, clock, tls: { ca: LOCALHOST_CERTIFICATE } });
  const sending = smtp.send({ ...composeMail(mailTo('ana@example.com')), messageId: '<1@serai>' });
  sending.catch(() => {});
  return sending;
}

test('statements that are bound to an organisation can add emails but not read them', async () => {
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_m', 'M') ON CONFLICT DO NOTHING`;
  const db = database.pool.forPartner({ organisationId: 'org_m', environment: null });
  await insertMail(db, seal, mailTo('ana@example.com'));
  await expect(db`SELECT 1 FROM mail_outbox`).rejects.toThrow(/permission denied/);
});

test('the mail outbox contains no email address in plain text', async () => {
  await insertMail(database.db, seal, mailTo('ana@example.com', 'password-reset/ana@example.com/1'));
  const rows = await database.ownerDb<{ row: string }[]>`SELECT mail_outbox::text AS row FROM mail_outbox`;
  expect(rows).toHaveLength(1);
  for (const { row } of rows) expect(row).not.toContain('ana@');
});
