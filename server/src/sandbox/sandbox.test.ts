import { randomUUID } from 'node:crypto';
import { SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BookingApp, bookingApp } from '../../test/booking-app.ts';
import { testDatabase } from '../../test/database.ts';

vi.setConfig({ testTimeout: 60_000 });

let app: BookingApp;
beforeAll(async () => {
  app = await bookingApp();
});
afterAll(() => app?.close());

const operate = (name: string, input: object = {}) => app.app.operate(name, input);

interface Step {
  path: string;
  body: object;
  keeps: { name: string; member: string }[];
  status: number;
}

/** Returns a field of a response by a path such as `hotels[0].offers[0].offerId`. */
function memberOf(answer: unknown, path: string): string {
  let found = answer as Record<string, unknown>;
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) found = found[part] as Record<string, unknown>;
  return found as unknown as string;
}

async function follow(steps: readonly Step[]): Promise<number[]> {
  const kept = new Map([['reference', `TRY-${randomUUID()}`]]);
  const statuses: number[] = [];
  for (const { path, body, keeps } of steps) {
    const text = JSON.stringify(body).replaceAll(/"\$(\w+)"/g, (_, name) => JSON.stringify(kept.get(name)));
    const { status, json } = await app.app.post(path, text, { key: app.key });
    statuses.push(status);
    for (const { name, member } of keeps) kept.set(name, memberOf(json, member));
  }
  return statuses;
}

describe('sandbox/scenarios', () => {
  /** All scenarios run concurrently, because some of their providers are slow. */
  test('every prepared sandbox request returns the documented status', async () => {
    const { scenarios } = (await operate('sandbox/scenarios')).json;
    expect(scenarios.map(({ name }: { name: string }) => name)).toEqual(SCENARIOS.map(({ name }) => name));
    const answered = await Promise.all(
      scenarios.map(async ({ name, steps }: { name: string; steps: Step[] }) => [name, await follow(steps)]),
    );
    expect(answered).toEqual(
      scenarios.map(({ name, steps }: { name: string; steps: Step[] }) => [
        name,
        steps.map(({ status }) => status),
      ]),
    );
  });

  test('sandbox/scenarios returns commands with the URL of this installation, and with $SERAI_API_KEY instead of a key', async () => {
    const { scenarios } = (await operate('sandbox/scenarios')).json;
    for (const { curl } of scenarios) {
      expect(curl).toContain(`'${app.app.interfaceUrl}/connect/hotels/v1/`);
      expect(curl).toContain('$SERAI_API_KEY');
    }
  });
});

describe('sandbox/certify-start', () => {
  const last = async () => (await operate('sandbox/certification')).json.certification;
  const ended = () =>
    vi.waitFor(async () => {
      const certification = await last();
      expect(certification.state).not.toBe('RUNNING');
      return certification;
    }, 60_000);

  test('sandbox/certify-start runs scenarios with a separate key, shows progress and revokes the key', async () => {
    expect(await last()).toBeNull();
    const names: ScenarioName[] = ['ok', 'avail.none', 'book.rejected'];
    const { json } = await operate('sandbox/certify-start', { names });
    expect(json).toMatchObject({ started: true, certification: { state: 'RUNNING', names, endedAt: null } });
    // A second certification cannot start while the first is running.
    const again = await operate('sandbox/certify-start', {});
    expect(again.json).toMatchObject({
      started: false,
      certification: { certificationId: json.certification.certificationId },
    });
    const certification = await ended();
    expect(certification).toMatchObject({
      certificationId: json.certification.certificationId,
      state: 'PASSED',
      problem: null,
      startedBy: 'operator-token',
    });
    expect(certification.results.map(({ name, result }: Record<string, string>) => [name, result])).toEqual([
      ['ok', 'RIGHT'],
      ['avail.none', 'RIGHT'],
      ['book.rejected', 'RIGHT'],
    ]);
    const { key } = (await operate('keys/show', { keyId: certification.keyId })).json;
    expect(key).toMatchObject({ status: 'REVOKED', environment: 'sandbox' });
    const { entries } = (await operate('audit/list', { target: certification.keyId })).json;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['keys/revoke', 'keys/create']);
  });

  test('a certification whose node was lost is shown as aborted and does not block other certifications', async () => {
    await app.app.database.ownerDb`
      INSERT INTO certification (certification_id, organisation_id, started_by, started_at, seen_at, names)
      SELECT 'crt_lost', id, 'ana', serai_now(), serai_now() - interval '2 minutes', '{ok}' FROM organisation WHERE kind = 'PARTNER' LIMIT 1`;
    expect(await last()).toMatchObject({ certificationId: 'crt_lost', state: 'BROKEN_OFF' });
    expect((await operate('sandbox/certify-start', { names: ['avail.none'] })).json.started).toBe(true);
    expect(await ended()).toMatchObject({ state: 'PASSED', names: ['avail.none'] });
  });

  test('an unexpected response fails the certification and is shown with the expected value', async () => {
    const { providers } = (await operate('providers/list', { environment: 'sandbox' })).json;
    const enable = (enabled: boolean) =>
      Promise.all(
        providers.map(({ providerId }: { providerId: string }) =>
          operate('providers/update', { providerId, enabled }),
        ),
      );
    await enable(false);
    await operate('sandbox/certify-start', { names: ['avail.huge'] });
    const { state, results } = await ended();
    await enable(true);
    expect(state).toBe('FAILED');
    expect(results[0].faults[0]).toMatchObject({ step: 'availability', expected: expect.any(String) });
  });

  test('stopping the service aborts a certification immediately, reports the abort and revokes its key', async () => {
    const database = await testDatabase();
    const stopped = await bookingApp({ database });
    await stopped.app.operate('sandbox/certify-start', { names: ['book.late_confirmation', 'avail.none'] });
    await vi.waitFor(async () => {
      const { json } = await stopped.app.operate('sandbox/certification', {});
      expect(json.certification.results).toHaveLength(1);
    }, 60_000);
    await stopped.close();
    const [run] = await database.ownerDb`
      SELECT problem, ended_at IS NOT NULL AS ended, api_key.status AS key, jsonb_array_length(results) AS results
      FROM certification JOIN api_key ON api_key.id = key_id`;
    expect(run).toEqual({ problem: 'The service was stopped.', ended: true, key: 'REVOKED', results: 1 });
    await database.drop();
  });
});
