import { createServer } from 'node:net';
import { request } from 'undici';
import { urlHost } from '../../platform/http/open-address.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const TIMEOUT_MS = 3_000;

interface Page {
  status: number;
  text: string;
  /** Whether the response has the headers of Serai. */
  isSerai: boolean;
}

interface Listener {
  name: string;
  host: string;
  port: number;
  setting: string;
}

export async function addressCheck(listener: Listener): Promise<CheckResult> {
  const { name, host, port, setting } = listener;
  const url = `http://${urlHost(host)}:${port}`;
  const page = await readPage(`${url}/healthz`);
  if (page?.isSerai) return ok(name, `Serai responds at ${url}`);
  const code = await tryToListen(host, port);
  if (code === undefined) return ok(name, `port ${port} on ${host} is free`);
  const other = `Choose another port with ${setting}.`;
  switch (code) {
    case 'EADDRINUSE':
      return problem(
        name,
        `port ${port} on ${host} is already in use by another program.`,
        `Stop that program, or choose another port with ${setting}.`,
      );
    case 'EACCES':
      return problem(
        name,
        `this user is not allowed to open port ${port}.`,
        `${other} Every user can open ports above 1023.`,
      );
    case 'EADDRNOTAVAIL':
      return problem(name, `${host} is not an address of this machine.`, 'Correct SERAI_HOST.');
    default:
      return problem(name, `port ${port} on ${host} cannot be opened: ${code}.`, other);
  }
}

/** A stopped service is only a warning, because the doctor is often run before the first start. */
export async function serviceCheck(url: string): Promise<CheckResult> {
  const name = 'Service';
  const alive = await readPage(`${url}/healthz`);
  if (!alive?.isSerai) return warning(name, `is not reachable at ${url}.`, 'Start it with npm start.');
  if (alive.status !== 200)
    return problem(name, `reports a problem (status ${alive.status}).`, 'See its log.');
  const ready = await readPage(`${url}/readyz`);
  if (ready?.status === 200) return ok(name, `is ready at ${url}`);
  const waiting = notReady(ready?.text ?? '');
  return warning(
    name,
    `is running but not ready yet${waiting === '' ? '' : `: ${waiting}`}.`,
    'Wait a few seconds. If this does not change, see its log.',
  );
}

function notReady(body: string): string {
  try {
    const { checks = [] } = JSON.parse(body) as {
      checks?: { name: string; ready: boolean; message: string | null }[];
    };
    const missing = checks.filter(check => !check.ready);
    return missing.map(check => `${check.name} (${check.message ?? 'not ready'})`).join(', ');
  } catch {
    return '';
  }
}

async function readPage(url: string): Promise<Page | undefined> {
  try {
    const response = await request(url, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, reset: true });
    const isSerai = /^req_/.test(String(response.headers['x-request-id'] ?? ''));
    return { status: response.statusCode, text: await response.body.text(), isSerai };
  } catch {
    return undefined;
  }
}

/** Returns the error code, or undefined if the port is free. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
