import { CLIENT_DAYS, listClients, MAX_CLIENT_REQUESTS, MAX_CLIENTS } from '@serai/contract/account/usage.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listSeenClients } from '../../records/client-read-store.ts';
import { getKey } from '../keys/key-operation-parts.ts';

const DAY_MS = 86_400_000;

export function usageClients({ clock }: { clock: Clock }): OperatorHandler {
  return operate(listClients, async (context, { keyId }) => {
    const { db } = context;
    await getKey(db, context, keyId);
    const from = new Date(clock.nowMs() - CLIENT_DAYS * DAY_MS);
    const bounds = { from, maxRows: MAX_CLIENT_REQUESTS, maxShown: MAX_CLIENTS };
    const { examined, oldestAt, clients } = await listSeenClients(db, keyId, bounds);
    const complete = examined < MAX_CLIENT_REQUESTS;
    return {
      since: (complete ? from : (oldestAt ?? from)).toISOString(),
      complete,
      addresses: clients
        .filter(({ kind, value }) => kind === 'address' && value !== null)
        .map(({ value, requests, forbidden, lastAt }) => ({
          address: value as string,
          requests,
          lastAt: lastAt.toISOString(),
          forbidden,
        })),
      versions: clients
        .filter(({ kind }) => kind === 'version')
        .map(({ value, requests, lastAt }) => ({
          version: value,
          requests,
          lastAt: lastAt.toISOString(),
        })),
    };
  });
}
