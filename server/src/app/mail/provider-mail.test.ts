import { expect, test } from 'vitest';
import { type ProviderReport, providerMail } from './provider-mail.ts';

const NOW_MS = Date.parse('2026-11-17T23:40:00Z');
const counts = (calls: number, errors: number, timeouts = 0) => ({ calls, errors, timeouts });
const report = (changes: Partial<ProviderReport> = {}): ProviderReport => ({
  code: 'rapid',
  name: 'Expedia Rapid',
  level: 'DOWN',
  calls: { code: 'rapid', hour: counts(240, 150, 120), recent: counts(30, 15) },
  sinceMs: Date.parse('2026-11-17T23:34:00Z'),
  hasContact: false,
  ...changes,
});
const parts = {
  nowMs: NOW_MS,
  to: 'sam@example.com',
  timeZone: 'UTC',
  dashboardUrl: 'https://dashboard.example.com',
};
const mailOf = (...reports: [ProviderReport, ...ProviderReport[]]) => providerMail(reports, parts);

test('the email about one provider states since when it fails and links to its page', () => {
  const { subject, paragraphs, link } = mailOf(report());
  expect(subject).toBe('Expedia Rapid is down');
  expect(paragraphs[0]).toBe(
    'Expedia Rapid has been failing since 17 Nov 2026, 23:34 UTC and is now down. 150 of 240 calls in the last hour failed, mostly because of timeouts.',
  );
  expect(link?.url).toBe('https://dashboard.example.com/production/providers/prv_production_rapid');
});

test('a sudden failure is described by the last ten minutes', () => {
  const calls = { code: 'rapid', hour: counts(9_000, 60), recent: counts(60, 60) };
  expect(mailOf(report({ calls })).paragraphs[0]).toContain('60 of 60 calls in the last ten minutes failed.');
});

test('a few failed calls in the last ten minutes do not replace those of the hour', () => {
  const calls = { code: 'rapid', hour: counts(240, 150), recent: counts(1, 1) };
  expect(mailOf(report({ calls })).paragraphs[0]).toContain('150 of 240 calls in the last hour failed.');
});

test('the email about a recovery states since when the provider had failed', () => {
  const { subject, paragraphs } = mailOf(report({ level: 'OK' }));
  expect(subject).toBe('Expedia Rapid has recovered');
  expect(paragraphs[0]).toBe(
    'Expedia Rapid has recovered. It had been failing since 17 Nov 2026, 23:34 UTC.',
  );
});

test('times are in the time zone of the operator', () => {
  const { paragraphs } = providerMail([report()], { ...parts, timeZone: 'Europe/Berlin' });
  expect(paragraphs[0]).toContain('since 18 Nov 2026, 00:34 CET and is now down.');
});

test('the email mentions the support contact only if the provider has one', () => {
  for (const level of ['DEGRADED', 'DOWN'] as const) {
    expect(mailOf(report({ level })).paragraphs[1]).toContain('shows the failed calls.');
    expect(mailOf(report({ level, hasContact: true })).paragraphs[1]).toContain('and the support contact.');
  }
});

test('several changes are reported in one email', () => {
  const other = report({ code: 'liteapi', name: 'LiteAPI', level: 'OK' });
  const { subject, paragraphs, link } = mailOf(report(), other);
  expect(subject).toBe('2 providers have changed: 1 degraded or down, 1 recovered');
  expect(paragraphs).toHaveLength(4);
  expect(link?.url).toBe('https://dashboard.example.com/production/providers');
  expect(mailOf(report(), report()).subject).toBe('2 providers are degraded or down');
});
