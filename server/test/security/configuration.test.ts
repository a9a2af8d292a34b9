/**
 * API8: the service does not start with dangerous settings. Responses contain no unnecessary details and allow no
 * cross-origin access.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../../src/app.ts';
import { checkExposure } from '../../src/check-exposure.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { type TestApp, testApp } from '../test-app.ts';

describe('unsafe settings', () => {
  test.each([
    ['with a token that can be guessed', { SERAI_OPERATOR_TOKEN: 'changeme' }, 'SERAI_OPERATOR_TOKEN'],
    [
      'with a master key that consists of zeros',
      { SERAI_MASTER_KEY: Buffer.alloc(32).toString('base64') },
      'consists of zeros',
    ],
    [
      'with a dashboard URL that uses plain http',
      { SERAI_DASHBOARD_URL: 'http://dashboard.example.com' },
      'without encryption',
    ],
    [
      'with a dashboard URL that uses plain http and an IP address',
      { SERAI_DASHBOARD_URL: 'http://10.0.0.5:8081' },
      'without encryption',
    ],
    [
      'with a dashboard URL whose host name only starts with localhost',
      { SERAI_DASHBOARD_URL: 'http://localhost.example.com' },
      'without encryption',
    ],
  ])('the service refuses to start %s', (_, settings, words) => {
    expect(() => checkExposure(readConfig(settings).settings)).toThrow(words);
  });

  test('the service does not start if its operator token can be guessed, and does not report a start', async () => {
    const { settings } = readConfig({ SERAI_OPERATOR_TOKEN: 'changeme' });
    const onStarted = vi.fn();
    const options = {
      settings,
      role: 'all',
      clock: systemClock,
      log: createLog('silent'),
      onStarted,
    } as const;
    await expect(startApp(options)).rejects.toThrow('can be guessed');
    expect(onStarted).not.toHaveBeenCalled();
  });

  test('a successful start is reported once', async () => {
    const onStarted = vi.fn();
    const app = await testApp({ onStarted });
    expect(onStarted).toHaveBeenCalledTimes(1);
    await app.close();
  });

  test.each([
    { SERAI_DASHBOARD_URL: 'https://dashboard.example.com' },
    { SERAI_DASHBOARD_URL: 'http://127.0.0.1:9000' },
    { SERAI_DASHBOARD_URL: 'http://[::1]:9000' },
    { SERAI_OPERATOR_TOKEN: 'a'.repeat(24) },
  ])('the service accepts the settings %o', settings => {
    expect(() => checkExposure(readConfig(settings).settings)).not.toThrow();
  });

  test('all invalid settings are reported together', () => {
    const read = () => readConfig({ LIMITER_FAILURE: 'whatever', SERAI_MASTER_KEY: 'short' });
    expect(read).toThrow('LIMITER_FAILURE');
    expect(read).toThrow('SERAI_MASTER_KEY');
  });
});

describe('response headers', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await testApp();
    ({ secret: key } = await app.createKey());
  });
  afterAll(() => app?.close());

  const FOREIGN = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const of = (response: Response) => Object.fromEntries(response.headers);

  test('the API sends exactly the expected response headers', async () => {
    const response = await fetch(`${app.interfaceUrl}/content/hotels/v1/boards`, {
      method: 'POST',
      headers: { ...FOREIGN, authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    expect(Object.keys(of(response)).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
      'etag',
      'keep-alive',
      'ratelimit',
      'ratelimit-policy',
      'vary',
      'x-request-id',
    ]);
  });

  test('dashboard headers block other sites, frames and foreign scripts', async () => {
    for (const path of ['/', '/sandbox/keys', '/api/v1/keys/list', '/nothing.js']) {
      const response = await fetch(`${app.dashboardUrl}${path}`, { headers: FOREIGN });
      const headers = of(response);
      expect(headers, path).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.stringMatching(/no-referrer|same-origin/),
      });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe/);
      expect(
        Object.keys(headers).filter(name => /^access-control|^server$|^x-powered-by$/.test(name)),
      ).toEqual([]);
    }
  });

  test('neither the API nor the dashboard allows cross-origin requests', async () => {
    for (const url of [
      `${app.interfaceUrl}/connect/hotels/v1/booking`,
      `${app.dashboardUrl}/api/v1/keys/list`,
    ]) {
      for (const method of ['OPTIONS', 'POST', 'GET']) {
        const response = await fetch(url, { method, headers: FOREIGN });
        expect(Object.keys(of(response)).filter(name => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  test('internal errors reveal no implementation details', async () => {
    const { ownerDb } = app.database;
    await ownerDb.script('ALTER TABLE audit_entry RENAME TO audit_entry_away');
    const { status, text } = await app.operate('audit/list', {});
    await ownerDb.script('ALTER TABLE audit_entry_away RENAME TO audit_entry');
    expect(status).toBeGreaterThanOrEqual(500);
    expect(text).not.toMatch(/audit_entry|relation|\.ts|node_modules|\bat \w/);
  });
});
