/** Checks the files in deploy/ against the settings and commands of the service. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MCP_PATH } from '@serai/contract/agents/mcp-route.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '../src/settings-table.ts';
import { debianPackage } from './debian-package.ts';
import { type TestApp, testApp } from './test-app.ts';

const run = promisify(execFile);
const DEPLOY = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFile(join(DEPLOY, name), 'utf8');

/** Settings of other programs that appear in the same files. */
const FOREIGN = /^(?:POSTGRES_|NODE_ENV$|PATH$)/;

const KNOWN = new Set(
  Object.entries(SETTINGS).flatMap(([name, setting]) =>
    'secret' in setting ? [name, `${name}_FILE`] : [name],
  ),
);

it.each([
  ['compose.yaml', /^ +([A-Z][A-Z0-9_]+):/gm],
  ['Dockerfile', /(?:^ENV |^ {2})([A-Z][A-Z0-9_]+)=/gm],
  ['systemd/serai@.service', /(?:Environment=| )([A-Z][A-Z0-9_]{3,})=/g],
  ['systemd/serai.env', /^#?([A-Z][A-Z0-9_]+)=/gm],
])('the deployment file %s uses only settings that exist', async (file, pattern) => {
  const names = [...(await read(file)).matchAll(pattern)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter(name => !KNOWN.has(name) && !FOREIGN.test(name))).toEqual([]);
});

it('compose.yaml and the systemd unit give a process enough time to finish its requests and stop', async () => {
  const [compose, unit] = [await read('compose.yaml'), await read('systemd/serai@.service')];
  const value = (name: string) => Number(new RegExp(`${name}: "(\\d+)"`).exec(compose)?.[1]);
  const needed = value('SERAI_SHUTDOWN_DELAY_SECONDS') + value('SERAI_SHUTDOWN_SECONDS') + 60;
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThanOrEqual(needed);
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThanOrEqual(needed);
});

it('every container in compose.yaml drops all capabilities and forbids new privileges', async () => {
  const compose = await read('compose.yaml');
  const services = /^services:\n([\s\S]*?)^\S/m.exec(compose)?.[1] ?? '';
  const blocks = services.split(/^ {2}(?=[a-z])/m).filter(block => block.trim() !== '');
  expect(blocks.length).toBeGreaterThan(7);
  const shared = /^ {4}<<: \*(?:serai|gateway|backend)$/m;
  const unprotected = blocks.filter(
    block =>
      !shared.test(block) &&
      !(block.includes('cap_drop: [ALL]') && block.includes('security_opt: ["no-new-privileges:true"]')),
  );
  expect(unprotected.map(block => block.split(':')[0])).toEqual([]);
});

const server = await debianPackage('redis-server', 'usr/bin/redis-server');
const cli = await debianPackage('redis-tools', 'usr/bin/redis-cli');
it.skipIf(server === undefined || cli === undefined)(
  "the cache in compose.yaml requires its password (tested with Debian's Redis)",
  async () => {
    const compose = await read('compose.yaml');
    const folder = await mkdtemp(join(tmpdir(), 'serai-cache-'));
    const socket = join(folder, 'cache.sock');
    await writeFile(join(folder, 'valkey-password'), 'secret-of-this-test\n');
    /** Replaces the programs and folders in a command from compose.yaml with those of this test. */
    const here = (text: string) =>
      text
        .replaceAll('$$', '$')
        .replaceAll('/run/secrets', folder)
        .replaceAll('/tmp/valkey.conf', join(folder, 'valkey.conf'))
        .replaceAll('valkey-server', `${server?.path} --port 0 --unixsocket ${socket}`)
        .replaceAll('valkey-cli', `${cli?.path} -s ${socket}`);
    const [, start = ''] = /- >-\n((?: {8}.*\n)+)/.exec(compose) ?? [];
    const [, health = ''] = /- CMD-SHELL\n +- (.*)\n/.exec(compose) ?? [];
    // The settings file comes first, followed by the program's own arguments.
    const command = here(start).replace(
      new RegExp(`(${server?.path}) (--port 0 --unixsocket \\S+) (\\S+valkey\\.conf)`),
      '$1 $3 $2',
    );
    const running = execFile('sh', ['-c', command.replaceAll('\n', ' ')], {
      env: { ...process.env, ...server?.env },
    });
    try {
      const shell = (text: string) => run('sh', ['-c', text], { env: { ...process.env, ...cli?.env } });
      await expect.poll(() => shell(here(health)).then(() => 'healthy', String)).toBe('healthy');
      expect((await shell(here('valkey-cli ping'))).stdout).toContain('NOAUTH');
    } finally {
      running.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  },
);

it('Prometheus reads metrics with the token of the installation', async () => {
  expect(await read('prometheus.yaml')).toContain('credentials_file: /run/secrets/metrics-token');
  expect(await read('compose.yaml')).toContain('SERAI_METRICS_TOKEN_FILE: /run/secrets/metrics-token');
});

it('every Prometheus target is an allowed host', async () => {
  const targets = [...(await read('prometheus.yaml')).matchAll(/"([\w-]+):8081"/g)].map(([, name]) => name);
  const allowed = /SERAI_ALLOWED_HOSTS: (\S+)/.exec(await read('compose.yaml'))?.[1]?.split(',');
  expect(targets.length).toBeGreaterThan(2);
  expect(allowed).toEqual(expect.arrayContaining(targets));
});

it('HAProxy routes booking and cancel to a separate backend section', async () => {
  const paths = OPERATIONS.filter(({ trafficClass }) => trafficClass === 'book').flatMap(
    ({ path, aliases }) => [path, ...aliases] as string[],
  );
  // A tool call may book, so it is treated in the same way.
  paths.push(MCP_PATH);
  expect(await read('haproxy.cfg')).toContain(`use_backend booking if { path ${paths.join(' ')} }`);
});

it('the deployment files contain no secrets', async () => {
  for (const file of ['compose.yaml', 'Dockerfile', 'systemd/serai.env', 'haproxy.cfg']) {
    expect(await read(file)).not.toMatch(/^\s*[A-Z_]*(?:PASSWORD|TOKEN|MASTER_KEY)[=:]\s*\S/m);
  }
});

describe('metrics', () => {
  let app: TestApp;
  let shown: Set<string>;
  beforeAll(async () => {
    // The metrics of read replicas exist only if there are any, even if they are down.
    app = await testApp({ settings: { DATABASE_READ_URLS: 'postgres://127.0.0.1:9/serai' } });
    const text = await (await fetch(`${app.dashboardUrl}/metrics`)).text();
    shown = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name = '', type]) => familyOf(name, type)),
    );
  });
  afterAll(() => app.close());

  function familyOf(name: string, type: string | undefined): string[] {
    return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
  }

  /** Returns the names of our metrics in a text. Prometheus itself provides others, such as `up`. */
  const used = (text: string) =>
    [...new Set(text.match(/\b(?:serai|process|nodejs)_[a-z0-9_]+\b/g))].filter(
      name => !name.startsWith('serai_app'),
    );

  it('the health check of a container succeeds only if the process responds', async () => {
    const health = (SERAI_DASHBOARD_PORT: string) =>
      run(process.execPath, [join(DEPLOY, 'healthcheck.mjs')], {
        env: { SERAI_DASHBOARD_PORT, SERAI_BACKEND_PORT: '9' },
      });
    await health(new URL(app.dashboardUrl ?? '').port);
    await expect(health('9')).rejects.toMatchObject({ code: 1 });
  });

  it('every metric used by an alert exists', async () => {
    const expressions = [...(await read('alerts.yaml')).matchAll(/^ +expr: '(.*)'$/gm)].map(
      ([, text]) => text,
    );
    const names = used(expressions.join('\n'));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter(name => !shown.has(name))).toEqual([]);
  });

  it('every metric used by the Grafana dashboard exists', async () => {
    const { panels } = JSON.parse(await read('grafana/serai.json'));
    const targets = panels.flatMap((panel: { targets?: { expr: string }[] }) => panel.targets ?? []);
    const names = used(targets.map(({ expr }: { expr: string }) => expr).join('\n'));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter(name => !shown.has(name))).toEqual([]);
  });

  it('the monitoring guide lists exactly the existing metrics', async () => {
    const guide = await readFile(join(DEPLOY, '../docs/guides/operator/monitoring.md'), 'utf8');
    const listed = used(guide);
    const families = new Set([...shown].map(name => name.replace(/_(?:bucket|sum|count)$/, '')));
    expect(listed.filter(name => !shown.has(name) && !families.has(name))).toEqual([]);
    expect([...families].filter(name => !listed.includes(name))).toEqual([]);
  });

  it('the monitoring guide explains every alert', async () => {
    const guide = await readFile(join(DEPLOY, '../docs/guides/operator/monitoring.md'), 'utf8');
    const alarms = [...(await read('alerts.yaml')).matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
    const sections = [...guide.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(alarms);
  });
});

const haproxy = await debianPackage('haproxy', 'usr/sbin/haproxy');
it.skipIf(haproxy === undefined)('HAProxy accepts its configuration', async () => {
  const checked = run(haproxy?.path ?? '', ['-c', '-f', join(DEPLOY, 'haproxy.cfg')], {
    env: { ...process.env, ...haproxy?.env, GATEWAY_1: '127.0.0.1:1', GATEWAY_2: '127.0.0.1:2' },
  });
  await expect(checked).resolves.toMatchObject({});
});
