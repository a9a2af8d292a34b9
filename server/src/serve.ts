/**
 * Runs the service in this process until a signal ends it: starts it, shows its addresses, drains requests and stops.
 */

import { placesSearch } from '@serai/contract/content/places-search.ts';
import type { AppOptions } from './app/app-parts.ts';
import { type App, startApp } from './app.ts';
import type { Config } from './config.ts';
import { systemClock } from './platform/clock.ts';
import { tuneForRequests } from './platform/engine-flags.ts';
import { createLog } from './platform/log.ts';
import type { OnProgress } from './platform/progress.ts';
import type { ProcessRole } from './process-role.ts';
import { stopApp } from './stop-app.ts';
import { VERSION } from './version.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A closing terminal sends SIGHUP more than once. */
const FORCE_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface ServeOptions {
  role: ProcessRole;
  config: Config;
  onProgress?: OnProgress;
  seedWork?: AppOptions['seedWork'];
  /** Writes to standard output, without disturbing progress lines. */
  out(text: string): void;
  /** Receives log lines for a terminal. If omitted, JSON lines go to standard error. */
  writeLogLine?: ((line: string) => void) | undefined;
}

/** Returns the exit code. Throws StartError if the operator must act before a start can succeed. */
export async function serve(options: ServeOptions): Promise<number> {
  const { role, config, onProgress, seedWork, out, writeLogLine } = options;
  const { settings } = config;
  const log = createLog(settings.SERAI_LOG_LEVEL, { sync: false, writeLine: writeLogLine });
  const ended = signalled(STOP_SIGNALS);
  log.info({ version: VERSION, role }, 'starting');
  let isStarting = true;
  void ended.then(() => {
    if (isStarting) out('Stopping as soon as startup is complete.\n');
  });
  const startedAtMs = systemClock.monotonicMs();
  const app = await startApp({
    settings,
    role,
    clock: systemClock,
    log,
    seedWork,
    onStarted: tuneForRequests,
    ...(onProgress && { onProgress }),
  });
  isStarting = false;
  log.flush();
  out(welcome(app, { role, tookMs: systemClock.monotonicMs() - startedAtMs }));

  const signal = await ended;
  out(
    `Stopping (${signal}). Waiting for requests in progress to finish. Press Ctrl-C again to stop immediately.\n`,
  );
  process.on('SIGHUP', () => {});
  const { SERAI_SHUTDOWN_DELAY_SECONDS, SERAI_SHUTDOWN_SECONDS } = settings;
  const requestsMs = (SERAI_SHUTDOWN_DELAY_SECONDS + SERAI_SHUTDOWN_SECONDS) * 1000;
  const insisted = signalled(FORCE_SIGNALS);
  const code = await stopApp({ app, requestsMs, insisted, clock: systemClock });
  log.flush();
  return code;
}

function signalled(signals: readonly NodeJS.Signals[]): Promise<string> {
  return new Promise(resolve => {
    const onSignal = (signal: string) => {
      for (const name of signals) process.off(name, onSignal);
      resolve(signal);
    };
    for (const name of signals) process.on(name, onSignal);
  });
}

type Shown = Pick<App, 'interfaceUrl' | 'dashboardUrl' | 'backendUrl' | 'firstStart'>;

export function welcome(app: Shown, { role, tookMs }: { role: ProcessRole; tookMs: number }): string {
  const lines = [
    '',
    `Serai is ready${role === 'all' ? '' : ` as ${role}`} (${(tookMs / 1000).toFixed(1)} s).`,
    '',
    ...address('Interface', app.interfaceUrl),
    ...address('Reference', app.interfaceUrl && `${app.interfaceUrl}/docs`),
    ...address('Dashboard', app.dashboardUrl),
    ...address('Backend', app.backendUrl),
    '',
    ...(app.firstStart === undefined ? nextTime(app) : firstTime(app.interfaceUrl ?? '', app.firstStart)),
  ];
  return `${lines.join('\n')}\n`;
}

function address(name: string, url: string | undefined): string[] {
  return url === undefined ? [] : [`  ${name.padEnd(10)} ${url}`];
}

function firstTime(interfaceUrl: string, { apiKey, signInUrl }: NonNullable<App['firstStart']>): string[] {
  return [
    'Copy these now. They are shown only once:',
    `  Sign-in link  ${signInUrl}`,
    `  Sandbox key   ${apiKey}`,
    '',
    'Try it:',
    `  curl -s ${interfaceUrl}${placesSearch.path} \\`,
    `    -H 'Authorization: ApiKey ${apiKey}' \\`,
    `    -H 'Content-Type: application/json' -d '{"query":"barc"}'`,
    '',
  ];
}

function nextTime({ dashboardUrl }: Shown): string[] {
  if (dashboardUrl === undefined) return [];
  return [
    'To get a new sign-in link, run: npx serai sign-in',
    'To see how to create a key, run: npx serai keys create --help',
    '',
  ];
}
