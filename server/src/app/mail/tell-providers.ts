/** Reports by email when a production provider is degraded or down, and when it has recovered. */
import { isDeepStrictEqual } from 'node:util';
import { findOperatorId } from '../../account/organisation-store.ts';
import { defaultConnection } from '../../booking/operations/operator/provider-view.ts';
import type { Providers } from '../../booking/provider.ts';
import { connectionKey } from '../../booking/providers/connections/connection.ts';
import { listConnections } from '../../booking/providers/connections/connection-store.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { listStaffAddresses } from './mail-needs-store.ts';
import { dueReport, levelOf, NEVER_WATCHED, type ProviderLevel, watchLevel } from './provider-level.ts';
import { type ProviderReport, providerMail } from './provider-mail.ts';
import {
  deleteOtherWatches,
  lockWatches,
  type StoredWatch,
  saveWatch,
  sumRecentCalls,
} from './provider-watch-store.ts';
import { SUPPORT } from './tell-needs.ts';

interface TellProviderParts {
  providers: Providers;
  send: SendMail;
  /** Without a trailing slash. */
  dashboardUrl: string;
}

/** At most four emails an hour. Changes in between are reported together, if they still apply. */
const GAP_MS = 15 * 60_000;

/** Any number of processes may run this concurrently. */
export async function tellProviders(db: Database, parts: TellProviderParts): Promise<void> {
  const used = await listUsedProviders(db, parts.providers);
  const calls = new Map((await sumRecentCalls(db)).map(each => [each.code, each]));
  await inTransaction(db, async tx => {
    const { nowMs, watches } = await lockWatches(tx);
    await deleteOtherWatches(
      tx,
      used.map(({ code }) => code),
    );
    const lastToldMs = Math.max(0, ...watches.map(({ toldAtMs }) => toldAtMs ?? 0));
    const mayTell = nowMs - lastToldMs >= GAP_MS;
    const reports: ProviderReport[] = [];
    for (const provider of used) {
      const { code } = provider;
      const before = watches.find(each => each.code === code) ?? { code, ...NEVER_TOLD };
      const own = calls.get(code);
      const now = { ...before, ...watchLevel(before, own && levelOf(own), nowMs) };
      const level = mayTell ? dueReport(now, nowMs) : undefined;
      if (level === undefined) {
        if (!isDeepStrictEqual(now, before)) await saveWatch(tx, now);
      } else {
        const sinceMs = sinceOf(now, level) ?? nowMs;
        reports.push({ ...provider, level, calls: own, sinceMs, before: before.told });
        const toldSinceMs = level === 'OK' ? null : (now.toldSinceMs ?? sinceMs);
        await saveWatch(tx, { ...now, told: level, toldAtMs: nowMs, toldSinceMs });
      }
    }
    const [first, ...others] = reports;
    if (first === undefined) return;
    for (const to of await listStaffAddresses(tx, SUPPORT)) {
      await parts.send(tx, providerMail([first, ...others], nowMs, to, parts.dashboardUrl));
    }
  });
}

const NEVER_TOLD = { ...NEVER_WATCHED, toldAtMs: null, toldSinceMs: null };

/** For a recovery, the time that the email before stated. */
function sinceOf({ told, toldSinceMs, downSinceMs, failingSinceMs }: StoredWatch, level: ProviderLevel) {
  if (level === 'OK') return toldSinceMs;
  return told === 'OK' ? failingSinceMs : downSinceMs;
}

/** The providers in production that are not paused, with the names that the dashboard shows. */
async function listUsedProviders(
  db: Database,
  providers: Providers,
): Promise<{ code: string; name: string }[]> {
  const operatorId = await findOperatorId(db);
  if (operatorId === undefined) return [];
  const connections = await listConnections(db, operatorId);
  return providers.list(false).flatMap(provider => {
    const { code } = provider;
    const { name, enabled } =
      connections.get(connectionKey('production', code)) ?? defaultConnection(provider);
    return enabled ? [{ code, name }] : [];
  });
}
