/** Reads from streaming replicas of a real PostgreSQL server: lag, delta cursors, failures and row security. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitSettledChanges } from '../src/content/catalogue-change-store.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase, openOwnerDatabase } from '../src/platform/database/connect.ts';
import { quietLog } from '../src/platform/database/database-log.ts';
import { Replicas } from '../src/platform/database/replicas/replicas.ts';
import { migrateDatabase } from '../src/start-database.ts';
import { SPAIN, writeHotels, writePlaces } from './catalogue-builder.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type StandbyServer, startPostgresServer } from './postgres-server.ts';
import { type TestApp, testApp } from './test-app.ts';

const HOTELS = '/content/hotels/v1/hotels';
const MAX_LAG_SECONDS = 3;

const server = await startPostgresServer({
  fsync: 'off',
  // A replica cancels a read that is in the way of replaying immediately.
  settings: { max_standby_streaming_delay: 0, wal_keep_size: '256MB' },
});

describe.skipIf(server === undefined)('read replicas', () => {
  let primary: TestDatabase;
  let standbys: StandbyServer[];
  let app: TestApp;
  let key: string;

  beforeAll(async () => {
    if (server === undefined) return;
    const address = { url: server.url };
    await migrateDatabase(address, true, quietLog);
    const pool = openDatabase({ address, log: quietLog });
    const ownerDb = openOwnerDatabase({ address, log: quietLog, max: 4, statementTimeoutMs: 60_000 });
    const drop = async () => {
      await Promise.all([pool.close(), ownerDb.close()]);
    };
    primary = { pool, db: pool.asService('a test'), ownerDb, address, drop };
    await writePlaces(primary.db, SPAIN);
    standbys = [await server.startStandby(), await server.startStandby()];
    app = await testApp({
      database: primary,
      settings: {
        DATABASE_READ_URLS: standbys.map(({ url }) => url).join(','),
        SERAI_REPLICA_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS),
      },
    });
    ({ secret: key } = await app.createKey());
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(standbys.map(each => each.stop()));
    await server?.stop();
  });

  const add = (...ids: string[]) =>
    writeHotels(
      primary.db,
      'sandbox',
      ids.map(hotelId => ({ hotelId, name: { en: hotelId } })),
    );
  const list = async (input: object = {}) => {
    const { status, json } = await app.post(HOTELS, input, { key });
    expect(status, JSON.stringify(json)).toBe(200);
    return {
      ids: json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId) as string[],
      asOf: json.meta.processedAt as string,
      page: json.page,
    };
  };
  const readsBy = (server: string) =>
    Number(
      new RegExp(`^serai_replica_reads_total\\{served_by="${server}"\\} (\\d+)`, 'm').exec(
        app.renderMetrics(),
      )?.[1],
    );
  const states = async () =>
    (await app.operate('system/status', {})).json.replicas.map(({ state }: { state: string }) => state);
  const allUp = () => expect.poll(states, { timeout: 30_000 }).toEqual(['UP', 'UP']);

  /** Stops both replicas from replaying, while they still accept reads. */
  async function paused(work: () => Promise<void>): Promise<void> {
    const owners = standbys.map(({ url }) =>
      openOwnerDatabase({ address: { url }, log: quietLog, max: 1, statementTimeoutMs: 10_000 }),
    );
    const all = (text: string) => Promise.all(owners.map(owner => owner.script(text)));
    try {
      await all('SELECT pg_wal_replay_pause()');
      await expect
        .poll(async () =>
          Promise.all(
            owners.map(async owner => {
              const [row] = await owner<{ state: string }[]>`SELECT pg_get_wal_replay_pause_state() AS state`;
              return row?.state;
            }),
          ),
        )
        .toEqual(['paused', 'paused']);
      await work();
    } finally {
      await all('SELECT pg_wal_replay_resume()');
      await Promise.all(owners.map(owner => owner.close()));
    }
  }

  it('catalogue lists are served by the replicas, and the status shows their lag', async () => {
    await allUp();
    await add('htl_first');
    await expect.poll(async () => (await list()).ids).toContain('htl_first');
    const before = readsBy('replica');
    await list();
    expect(readsBy('replica')).toBe(before + 1);
    const [one] = (await app.operate('system/status', {})).json.replicas;
    expect(one).toMatchObject({ name: `127.0.0.1:${standbys[0]?.port}`, state: 'UP' });
    expect(one.lagSeconds).toBeLessThanOrEqual(MAX_LAG_SECONDS);
  });

  it('an idle primary does not make the replicas look late', async () => {
    await allUp();
    await new Promise(resolve => setTimeout(resolve, MAX_LAG_SECONDS * 1000 + 500));
    await allUp();
  });

  it('a list from a lagging replica carries a time after which no change is missed', async () => {
    await allUp();
    await paused(async () => {
      await add('htl_late');
      const stale = await list();
      // Only while the replicas are in use can they serve this list.
      if (!stale.ids.includes('htl_late')) {
        const [row] = await primary.ownerDb<{ at: Date }[]>`SELECT max(at) AS at FROM catalogue_change`;
        expect(Date.parse(stale.asOf)).toBeLessThan((row as { at: Date }).at.getTime());
      }
      const next = async () => (await list({ updatedSince: stale.asOf })).ids;
      // Both the primary, which serves as soon as the replicas lag too far behind, and the replicas later show it.
      await expect.poll(next, { timeout: 20_000 }).toContain('htl_late');
      await expect.poll(states, { timeout: 20_000 }).toEqual(['DEGRADED', 'DEGRADED']);
      expect((await list()).ids).toContain('htl_late');
    });
    await allUp();
  });

  it('a list of changes is never served by a replica that is behind its starting time', async () => {
    await allUp();
    await paused(async () => {
      await add('htl_since');
      const [row] = await primary.ownerDb<{ at: Date }[]>`SELECT max(at) AS at FROM catalogue_change`;
      const { ids, asOf } = await list({ updatedSince: (row as { at: Date }).at.toISOString() });
      expect(ids).toContain('htl_since');
      expect(Date.parse(asOf)).toBeGreaterThanOrEqual((row as { at: Date }).at.getTime());
    });
    await allUp();
  });

  it('a later page is never served by a replica that lacks rows of the first page', async () => {
    await allUp();
    const since = (await list()).asOf;
    await add('htl_page_1', 'htl_page_2');
    await expect.poll(async () => (await list()).ids).toContain('htl_page_2');
    await paused(async () => {
      await add('htl_page_3', 'htl_page_4');
      const [row] = await primary.ownerDb<{ at: Date }[]>`SELECT max(at) AS at FROM catalogue_change`;
      // The primary serves this page, because the replicas are behind the starting time.
      const changedSince = new Date((row as { at: Date }).at.getTime()).toISOString();
      const first = await list({ updatedSince: changedSince, page: { limit: 1 } });
      const repeated = readsBy('primary_after_replica') + readsBy('primary');
      const second = await list({
        updatedSince: changedSince,
        page: { limit: 1, cursor: first.page.nextCursor },
      });
      expect([...first.ids, ...second.ids].sort()).toEqual(['htl_page_3', 'htl_page_4']);
      expect(readsBy('primary_after_replica') + readsBy('primary')).toBe(repeated + 1);
    });
    expect((await list({ updatedSince: since })).ids).toContain('htl_page_1');
    await allUp();
  });

  it('something that a replica does not know yet is looked up on the primary', async () => {
    await allUp();
    await add('htl_known');
    // Asked twice in a row, both replicas know it.
    await expect
      .poll(async () => [...(await list()).ids, ...(await list()).ids].filter(id => id === 'htl_known'))
      .toHaveLength(2);
    await paused(async () => {
      await add('htl_unknown');
      expect((await list({ hotelIds: ['htl_unknown'] })).ids).toEqual(['htl_unknown']);
      const partlyKnown = await list({ hotelIds: ['htl_known', 'htl_unknown'] });
      expect(partlyKnown.ids.sort()).toEqual(['htl_known', 'htl_unknown']);
    });
    await allUp();
  });

  it('reads continue while a replica is lost, and use it again afterwards', async () => {
    await allUp();
    const [lost] = standbys as [StandbyServer];
    await lost.crash();
    for (let i = 0; i < 6; i++) await list();
    await expect.poll(states).toEqual(['DOWN', 'UP']);
    const before = readsBy('replica');
    for (let i = 0; i < 4; i++) await list();
    expect(readsBy('replica')).toBeGreaterThan(before);
    await lost.startAgain();
    await allUp();
  });

  it('a partner sees the same rows on a replica as on the primary, and nobody else does', async () => {
    await allUp();
    const [{ id: organisationId } = { id: '' }] = await primary.ownerDb<{ id: string }[]>`
      SELECT id FROM organisation WHERE kind = 'PARTNER' LIMIT 1`;
    const [standby] = standbys as [StandbyServer];
    const replica = openDatabase({ address: { url: standby.url }, log: quietLog, max: 2 });
    const readers = [primary.pool, replica];
    const keysOf = (scope: { organisationId: string; environment: 'sandbox' | 'production' }) =>
      Promise.all(
        readers.map(async pool => {
          const rows = await pool.forPartner(scope)<{ id: string }[]>`SELECT id FROM api_key ORDER BY id`;
          return rows.map(({ id }) => id);
        }),
      );
    const [own, ownOnReplica] = await keysOf({ organisationId, environment: 'sandbox' });
    expect(own).not.toEqual([]);
    await expect.poll(() => keysOf({ organisationId, environment: 'sandbox' })).toEqual([own, own]);
    expect(ownOnReplica?.length).toBeLessThanOrEqual(own?.length ?? 0);
    expect(await keysOf({ organisationId, environment: 'production' })).toEqual([[], []]);
    expect(await keysOf({ organisationId: 'org_other', environment: 'sandbox' })).toEqual([[], []]);
    await expect(
      replica.forPartner({ organisationId, environment: null })`UPDATE api_key SET name = 'x'`,
    ).rejects.toMatchObject({ code: '25006' });
    await replica.close();
  });

  it.each([
    ['reports/show', { by: ['PARTNER'] }],
    ['partners/list', { withSummary: true }],
  ])('the revenue in %s is read from the replicas', async (operation, input) => {
    await allUp();
    const before = readsBy('replica');
    const { status } = await app.operate(operation, input);
    expect(status).toBe(200);
    expect(readsBy('replica')).toBe(before + 1);
  });

  it('a read that the replica cancels in favour of replaying is repeated on the primary', async () => {
    await allUp();
    const [standby] = standbys as [StandbyServer];
    await primary.ownerDb.script(
      'CREATE TABLE short_lived AS SELECT 1 AS id; GRANT SELECT ON short_lived TO PUBLIC',
    );
    const replicas = await open({ address: { url: standby.url } });
    await expect.poll(() => replicas.status()[0]?.state).toBe('UP');
    const codes: unknown[] = [];
    const reading = replicas.read(
      async pool => {
        try {
          const db = pool.asService('a test');
          return await db<{ id: number }[]>`SELECT id, pg_sleep(20) FROM short_lived`;
        } catch (error) {
          codes.push((error as { code?: unknown }).code);
          throw error;
        }
      },
      async () => [{ id: 2 }],
    );
    await expect
      .poll(async () => {
        const owner = openOwnerDatabase({ address: { url: standby.url }, log: quietLog, max: 1 });
        const rows =
          await owner`SELECT FROM pg_stat_activity WHERE query LIKE '%short_lived%' AND wait_event = 'PgSleep'`;
        await owner.close();
        return rows.length;
      })
      .toBe(1);
    await primary.ownerDb.script('DROP TABLE short_lived');
    expect(await reading).toEqual([{ id: 2 }]);
    expect(codes).toEqual(['40001']);
    await replicas.stop();
  });

  it('a database of another installation is not used as a replica', async () => {
    const other = await testDatabase();
    const own = new Replicas({ ...common(), primary: other.db, replicas: [] });
    await own.start();
    const replicas = await open({ address: other.address });
    await expect.poll(() => replicas.status()[0]?.state).toBe('DOWN');
    expect(
      await replicas.read(
        () => 'replica',
        () => 'primary',
      ),
    ).toBe('primary');
    await Promise.all([replicas.stop(), own.stop()]);
    await other.drop();
  });

  const common = () => ({
    settle: awaitSettledChanges,
    maxLagMs: MAX_LAG_SECONDS * 1000,
    clock: systemClock,
    log: quietLog,
  });

  async function open({ address }: Pick<TestDatabase, 'address'>): Promise<Replicas> {
    const replicas = new Replicas({
      ...common(),
      primary: primary.db,
      replicas: [
        {
          name: 'one',
          pool: openDatabase({ address, log: quietLog, max: 3 }),
          probePool: openDatabase({ address, log: quietLog, max: 1 }),
        },
      ],
    });
    await replicas.start();
    return replicas;
  }
});
