import { describe, expect, it } from 'vitest';
import { ROLES } from '../../platform/database/database-roles.ts';
import { PLAIN_STYLE } from '../text/style.ts';
import { ok, problem, reportText, warning } from './check-result.ts';
import { fsyncCheck, roleCheck, skewCheck, transportCheck, versionCheck } from './database-checks.ts';
import { judgeFreeSpace } from './folder-checks.ts';
import { redisFindings } from './redis-checks.ts';
import { nodeVersionCheck, pinnedNodeCheck } from './runtime-checks.ts';
import { judgeDeadJobs, judgeNodes } from './service-checks.ts';

const facts = {
  version: '',
  versionNumber: 0,
  fsync: true,
  synchronousCommit: true,
  nowMs: 0,
  roles: [],
  connection: { isEncrypted: false, isLocal: true },
};
const states = (results: { state: string }[]) => results.map(({ state }) => state);

describe('the doctor', () => {
  it('serai doctor requires Node 24.7 and recommends the packaged version', () => {
    const versions = ['24.6.9', '24.7.0', '22.19.0', '26.10.0'];
    expect(states(versions.map(nodeVersionCheck))).toEqual(['problem', 'ok', 'problem', 'ok']);
    expect(pinnedNodeCheck('24.21.0', '24.21.0').state).toBe('ok');
    expect(pinnedNodeCheck('24.20.0', '24.21.0').state).toBe('warning');
    expect(pinnedNodeCheck('24.20.0', undefined).state).toBe('warning');
  });

  it('serai doctor requires PostgreSQL 15, fsync, and roles that cannot bypass row security', () => {
    expect(
      states([140_009, 150_000].map(versionNumber => versionCheck({ ...facts, versionNumber }))),
    ).toEqual(['problem', 'ok']);
    expect(fsyncCheck({ ...facts, fsync: false }).state).toBe('problem');
    expect(fsyncCheck({ ...facts, synchronousCommit: false }).state).toBe('problem');
    expect(fsyncCheck(facts).state).toBe('ok');
    const roles = (bypasses: string) => ROLES.map(name => ({ name, bypassesRowSecurity: name === bypasses }));
    for (const role of ROLES) expect(roleCheck({ roles: roles(role) }).mend).toContain(`ALTER ROLE ${role} `);
    expect(roleCheck({ roles: roles('none') }).state).toBe('ok');
    expect(roleCheck({ roles: roles('none').slice(1) }).state).toBe('warning');
  });

  it('serai doctor warns about an unencrypted connection to another machine', () => {
    const state = (isLocal: boolean, isEncrypted: boolean) =>
      transportCheck({ connection: { isLocal, isEncrypted } }).state;
    expect([state(true, false), state(false, true), state(false, false)]).toEqual(['ok', 'ok', 'warning']);
  });

  it('serai doctor reports missing roles, mixed versions and several gateways without Redis', () => {
    const nodes = (...roles: string[]) => roles.map(role => ({ role, version: '1' }));
    const judge = (list: ReturnType<typeof nodes>, hasRedis = true, version = '1') =>
      judgeNodes(list, { version, hasRedis }).map(({ state, message }) => `${state}: ${message}`);
    expect(judge([])).toEqual(['ok: no node is running']);
    expect(judge(nodes('all'), false)).toEqual(['ok: 1 all, all with version 1']);
    const split = nodes('gateway', 'gateway', 'backend', 'worker');
    expect(judge(split)).toEqual(['ok: 2 gateway, 1 backend, 1 worker, all with version 1']);
    expect(judge(split, false)).toEqual([expect.stringMatching(/^problem: 2 gateways are running/)]);
    expect(judge(nodes('gateway'))).toEqual(['warning: no backend, no worker is running.']);
    expect(judge(split, true, '2')).toEqual([
      'warning: some nodes run version 1, but this command is version 2.',
    ]);
  });

  it('serai doctor compares the clocks and shows which one is ahead', () => {
    expect(states([0, 900, -1_500, 20_000].map(skewCheck))).toEqual(['ok', 'ok', 'warning', 'problem']);
    expect(skewCheck(-2_000).message).toBe('2.0 s ahead of the database');
    expect(skewCheck(2_000).message).toBe('2.0 s behind the database');
  });

  it('serai doctor warns below 2 GiB of free disk space and fails below 256 MiB', () => {
    const sizes = [2 ** 31, 2 ** 30, 2 ** 27];
    expect(states(sizes.map(bytes => judgeFreeSpace(bytes, '/d')))).toEqual(['ok', 'warning', 'problem']);
  });

  it('serai doctor warns about jobs that failed permanently and names their kinds', () => {
    expect(judgeDeadJobs([]).state).toBe('ok');
    const counts = [
      { kind: 'booking.reconcile', dead: 2 },
      { kind: 'booking.tidy', dead: 1 },
    ];
    expect(judgeDeadJobs(counts)).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('2 of booking.reconcile, 1 of booking.tidy'),
      mend: expect.stringContaining('serai jobs retry'),
    });
  });

  it('serai doctor checks the version of Redis or Valkey and whether it may evict counters', () => {
    const info = (version: string, policy: string) =>
      `# Server\r\n${version}\r\nmaxmemory_policy:${policy}\r\n`;
    expect(redisFindings(info('redis_version:7.0.15', 'noeviction'))).toMatchObject([
      { state: 'ok', message: 'connected to Redis 7.0.15' },
      { state: 'ok' },
    ]);
    expect(redisFindings(info('redis_version:7.2.4\r\nvalkey_version:8.1.0', 'allkeys-lru'))).toMatchObject([
      { state: 'ok', message: 'connected to Valkey 8.1.0' },
      { state: 'problem', message: expect.stringContaining('allkeys-lru') },
    ]);
    expect(redisFindings(info('redis_version:5.0.1', 'noeviction'))[0]?.state).toBe('warning');
    const policies = [
      'noeviction\r\nmaxmemory:100',
      'noeviction\r\nmaxmemory:0',
      'volatile-ttl',
      'volatile-lru',
    ];
    expect(policies.map(policy => redisFindings(info('redis_version:7.0.15', policy))[1]?.state)).toEqual([
      'ok',
      'warning',
      'warning',
      'problem',
    ]);
  });

  it('serai doctor prints advice below each warning and problem and counts them', () => {
    const text = reportText(
      [ok('A', 'fine'), warning('B', 'odd', 'Do x.'), problem('C', 'bad', 'Do y.')],
      PLAIN_STYLE,
    );
    expect(text).toBe(
      [
        'ok       A: fine',
        'warning  B: odd',
        '         → Do x.',
        'problem  C: bad',
        '         → Do y.',
        '',
        '1 problem, 1 warning.',
        '',
      ].join('\n'),
    );
    expect(reportText([ok('A', 'fine')], PLAIN_STYLE)).toContain('No problems found.');
  });
});
