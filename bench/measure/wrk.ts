/**
 * Generates load with wrk in a closed loop: each connection sends its next request after it has received a
 * response.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';
import { pinnedCommand } from './taskset.ts';

export interface LoadOptions {
  url: string;
  /** A file created by `writeScript`. */
  script: string;
  connections: number;
  threads: number;
  seconds: number;
  /** Does not throw if requests fail. */
  mayFail?: boolean;
  /** CPU cores for wrk, in `taskset` format. Default: all. */
  cores?: string | undefined;
}

export interface LoadResult {
  requests: number;
  /** Responses with a status other than 200. Only allowed with `mayFail`. */
  refused: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

interface WrkResult {
  requests: number;
  us: number;
  refused: number;
  broken: number;
  p50Us: number;
  p99Us: number;
}

/** Thrown if requests failed or did not return 200. A fast rejection does not count as throughput. */
export class FailedLoad extends Error {
  override readonly name = 'FailedLoad';
}

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { connections, threads, seconds, script, url } = options;
  const args = [`-t${threads}`, `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url];
  const { path, env } = await findProgram('wrk');
  const command = await pinnedCommand(path, args, options.cores);
  const { stdout } = await promisify(execFile)(...command, { env: { ...process.env, ...env } });
  const line = /^result (.*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`wrk printed no result:\n${stdout}`);
  const { requests, us, refused, broken, p50Us, p99Us } = JSON.parse(line) as WrkResult;
  if (refused + broken > 0 && !options.mayFail) {
    throw new FailedLoad(`of ${requests} requests to ${url}, ${refused} were rejected and ${broken} failed`);
  }
  return { requests, refused, perSecond: requests / (us / 1e6), p50Ms: p50Us / 1000, p99Ms: p99Us / 1000 };
}

export interface ScriptOptions {
  body: string;
  headers: Record<string, string>;
  /** A file with one API key per line. The keys are used in turn, and each wrk thread starts at a random line. */
  keysFile?: string;
  /** A file with one request body per line, used in the same way. */
  bodiesFile?: string;
}

export async function writeScript(path: string, options: ScriptOptions): Promise<void> {
  const headers = Object.entries(options.headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  const parts = [
    'wrk.method = "POST"',
    `wrk.body = ${JSON.stringify(options.body)}`,
    ...headers,
    options.keysFile === undefined
      ? ''
      : inTurn(options.keysFile, 'wrk.headers["authorization"] = "ApiKey " .. line'),
    options.bodiesFile === undefined ? '' : inTurn(options.bodiesFile, 'wrk.body = line'),
    RESULT,
  ];
  await writeFile(path, parts.join('\n'));
}

/** Returns Lua code that uses the lines of a file in turn. `set` inserts a line into the request. */
function inTurn(file: string, set: string): string {
  return `
local requests, at = {}, 0
function init()
  for line in io.lines(${JSON.stringify(file)}) do
    ${set}
    requests[#requests + 1] = wrk.format()
  end
  math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2147483647)
  at = math.random(#requests)
end
function request()
  at = at % #requests + 1
  return requests[at]
end`;
}

const RESULT = `
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('result {"requests":%d,"us":%d,"refused":%d,"broken":%d,"p50Us":%d,"p99Us":%d}\\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end`;
