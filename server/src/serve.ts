/**
 * Runs the service in this process until a signal ends it: starts it, shows its addresses, drains requests and stops.
 */
import type { AppOptions } from './app/app-parts.ts';
import { beginStart } from './app/begin-start.ts';
import type { App } from './app.ts';
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
  const app = await start({
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
  const { welcome } = await import('./app/welcome.ts');
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

/** Loads the rest of the service while the database is being started. */
async function start(options: AppOptions): Promise<App> {
  const begun = await beginStart(options);
  const { startApp } = await import('./app.ts');
  return startApp(options, begun);
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
