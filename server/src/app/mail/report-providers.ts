/** Reports by email when a production provider is degraded or down, and when it has recovered. */
import { findOperatorId, getOperator } from '../../account/organisation-store.ts';
import { defaultConnection } from '../../booking/operations/operator/provider-view.ts';
import type { Providers } from '../../booking/provider.ts';
import { type Connection, connectionKey } from '../../booking/providers/connections/connection.ts';
import { listConnections } from '../../booking/providers/connections/connection-store.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { listStaffAddresses } from './mail-needs-store.ts';
import { dueReport, levelOf, NO_TIMES, type WatchedCalls, watchLevel } from './provider-level.ts';
import { type ProviderReport, providerMail } from './provider-mail.ts';
import { lockWatches, type StoredWatch, saveWatch, sumRecentCalls } from './provider-watch-store.ts';
import { SUPPORT } from './tell-needs.ts';

interface ReportParts {
  providers: Providers;
  send: SendMail;
  /** Without a trailing slash. */
  dashboardUrl: string;
}

/** At most four emails an hour. Changes in between are reported together, if they still apply. */
const GAP_MS = 15 * 60_000;

/** Any number of processes may run this concurrently. */
export async function reportProviders(db: Database, parts: ReportParts): Promise<void> {
  const operatorId = await findOperatorId(db);
  if (operatorId === undefined) return;
  const connections = await listConnections(db, operatorId);
  const calls = new Map((await sumRecentCalls(db)).map(each => [each.code, each]));
  await inTransaction(db, async tx => {
    const { nowMs, watches } = await lockWatches(tx);
    const mayReport = watches.every(({ reportedAtMs }) => nowMs - (reportedAtMs ?? 0) >= GAP_MS);
    const reports: ProviderReport[] = [];
    for (const [code, connection] of watchedConnections(parts.providers, watches, connections)) {
      const before = remembered(watches, code) ?? { code, checkedAtMs: nowMs, ...NOT_REPORTED };
      const checked = checkProvider(before, connection, calls.get(code), nowMs);
      const report = mayReport ? reportOf(checked, connection, calls.get(code), nowMs) : undefined;
      await saveWatch(tx, report === undefined ? checked : afterReport(checked, report, nowMs));
      if (report !== undefined) reports.push(report);
    }
    const [first, ...others] = reports;
    if (first === undefined) return;
    const { timeZone } = await getOperator(tx);
    for (const to of await listStaffAddresses(tx, SUPPORT)) {
      await parts.send(
        tx,
        providerMail([first, ...others], { nowMs, to, timeZone, dashboardUrl: parts.dashboardUrl }),
      );
    }
  });
}

const NOT_FAILING = { ...NO_TIMES, reported: 'OK', reportedSinceMs: null } as const;
const NOT_REPORTED = { ...NOT_FAILING, reportedAtMs: null };

/**
 * A provider that was not checked for this long, although others were, had been disconnected. Its last outage is over. While
 * the service was off, none was checked, so a recovery is still reported. The same applies to a sole provider.
 */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

function remembered(watches: readonly StoredWatch[], code: string): StoredWatch | undefined {
  const watch = watches.find(each => each.code === code);
  const lastCheckMs = Math.max(...watches.map(each => each.checkedAtMs));
  if (watch === undefined || lastCheckMs - watch.checkedAtMs <= FORGOTTEN_AFTER_MS) return watch;
  return { ...watch, ...NOT_FAILING };
}

/**
 * The production providers of this process, and those that are paused. Another process may use further providers, for
 * example during an upgrade, and checks them.
 */
function watchedConnections(
  providers: Providers,
  watches: readonly StoredWatch[],
  connections: ReadonlyMap<string, Connection>,
): Map<string, Connection> {
  const watched = new Map<string, Connection>();
  for (const { code } of watches) {
    const connection = connections.get(connectionKey('production', code));
    if (connection?.enabled === false) watched.set(code, connection);
  }
  for (const provider of providers.list(false)) {
    const { code } = provider;
    watched.set(code, connections.get(connectionKey('production', code)) ?? defaultConnection(provider));
  }
  return watched;
}

/** A paused provider starts again as OK. The time of its last email stays, because it limits the next one. */
function checkProvider(
  before: StoredWatch,
  { enabled }: Connection,
  calls: WatchedCalls | undefined,
  nowMs: number,
): StoredWatch {
  if (!enabled) return { ...before, ...NOT_FAILING, checkedAtMs: nowMs };
  return watchLevel(before, calls && levelOf(calls), nowMs);
}

/** After an escalation and for a recovery, the start is the one that the last email stated. */
function reportOf(
  watch: StoredWatch,
  { name, supportContact }: Connection,
  calls: WatchedCalls | undefined,
  nowMs: number,
): ProviderReport | undefined {
  const level = dueReport(watch, nowMs);
  if (level === undefined) return undefined;
  const sinceMs = watch.reportedSinceMs ?? watch.failingSinceMs ?? nowMs;
  return { code: watch.code, name, level, calls, sinceMs, hasContact: supportContact !== null };
}

function afterReport(watch: StoredWatch, { level, sinceMs }: ProviderReport, nowMs: number): StoredWatch {
  const reportedSinceMs = level === 'OK' ? null : sinceMs;
  return { ...watch, reported: level, reportedAtMs: nowMs, reportedSinceMs };
}
