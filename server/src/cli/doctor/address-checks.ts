/** The two addresses: ours, free, or taken by somebody else; and whether the service takes traffic. */
import { createServer } from 'node:net';
import { request } from 'undici';
import { urlHost } from '../../platform/http/open-address.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const TIMEOUT_MS = 3_000;

interface Page {
  status: number;
  text: string;
  /** Whether it has the marks of Serai. */
  ours: boolean;
}

interface Listener {
  name: string;
  host: string;
  port: number;
  /** The setting that chooses the port. */
  setting: string;
}

export async function addressCheck(listener: Listener): Promise<CheckResult> {
  const { name, host, port, setting } = listener;
  const url = `http://${urlHost(host)}:${port}`;
  const page = await readPage(`${url}/healthz`);
  if (page?.ours) return ok(name, `Serai answers at ${url}`);
  const code = await tryToListen(host, port);
  if (code === undefined) return ok(name, `port ${port} on ${host} is free`);
  const other = `Choose another port with ${setting}.`;
  switch (code) {
    case 'EADDRINUSE':
      return problem(
        name,
        `port ${port} on ${host} is taken by another program.`,
        `Stop that program. Or: ${other}`,
      );
    case 'EACCES':
      return problem(
        name,
        `port ${port} may not be opened by this user.`,
        `${other} Those above 1023 are free to all.`,
      );
    case 'EADDRNOTAVAIL':
      return problem(name, `${host} is no address of this machine.`, 'Correct SERAI_HOST.');
    default:
      return problem(name, `port ${port} on ${host} cannot be opened: ${code}.`, other);
  }
}

/** A stopped service is a warning: much of the doctor is asked before a start. */
export async function serviceCheck(url: string): Promise<CheckResult> {
  const name = 'Service';
  const alive = await readPage(`${url}/healthz`);
  if (!alive?.ours) return warning(name, `does not answer at ${url}.`, 'Start it with npm start.');
  if (alive.status !== 200)
    return problem(name, `says it is not well (status ${alive.status}).`, 'Look into its log.');
  const ready = await readPage(`${url}/readyz`);
  if (ready?.status === 200) return ok(name, `answers at ${url} and takes traffic`);
  const waiting = waitsFor(ready?.text ?? '');
  return warning(
    name,
    `answers, but takes no traffic yet${waiting === '' ? '' : `: ${waiting}`}.`,
    'Wait a moment; if it stays so, look into its log.',
  );
}

function waitsFor(body: string): string {
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
    const ours = /^req_/.test(String(response.headers['x-request-id'] ?? ''));
    return { status: response.statusCode, text: await response.body.text(), ours };
  } catch {
    return undefined;
  }
}

/** Undefined when the port can be had. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
