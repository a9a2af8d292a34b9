/** nginx and HAProxy as plain reverse proxies with persistent connections to the backend, without logs or checks. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../server/test/free-port.ts';
import { type ChildProgram, startChild } from '../../measure/child-program.ts';
import { findProgram } from '../../measure/find-program.ts';
import type { Reference } from './node-reference.ts';

const WORKERS = 2;
const START_TIMEOUT_MS = 10_000;

interface ProxyOptions {
  backendUrl: string;
  folder: string;
}

export async function startNginx({ backendUrl, folder }: ProxyOptions): Promise<Reference> {
  const port = await freePort();
  const home = join(folder, 'nginx');
  await mkdir(home);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(home, name)};`)
    .join('\n  ');
  const config = `daemon off;
worker_processes ${WORKERS};
pid ${join(home, 'pid')};
error_log stderr notice;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary}
  keepalive_requests 1000000;
  upstream backend { server ${new URL(backendUrl).host}; keepalive 128; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`;
  const file = join(home, 'nginx.conf');
  await writeFile(file, config);
  const args = ['-c', file, '-p', home, '-e', 'stderr'];
  const { path, env } = await findProgram('nginx');
  return listening(port, await startChild({ command: path, args, env, ready: /start worker process/ }));
}

export async function startHaproxy({ backendUrl, folder }: ProxyOptions): Promise<Reference> {
  const port = await freePort();
  const config = `global
  nbthread ${WORKERS}
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  http-reuse always
listen proxy
  bind 127.0.0.1:${port}
  server backend ${new URL(backendUrl).host}
`;
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const { path, env } = await findProgram('haproxy');
  return listening(port, await startChild({ command: path, args: ['-V', '-f', file], env, ready: /\w/ }));
}

/** Both programs may report slightly too early that they are ready. */
async function listening(port: number, child: ChildProgram): Promise<Reference> {
  const url = `http://127.0.0.1:${port}`;
  const untilMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answered = await fetch(url, { method: 'POST', body: '{}' }).then(
      answer => answer.text().then(() => true),
      () => false,
    );
    if (answered) return { ...child, url };
    if (Date.now() > untilMs) throw new Error(`no response from ${url}`);
    await pause(50);
  }
}
