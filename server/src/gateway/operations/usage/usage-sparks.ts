import { listSparks, SPARK_HOURS } from '@serai/contract/account/usage.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { sumHours } from '../../records/usage/usage-read-store.ts';

const HOUR_MS = 3_600_000;

export function usageSparks({ clock }: { clock: Clock }): OperatorHandler {
  return operate(listSparks, async ({ db, partnerId: organisationId }, { environment }) => {
    const fromMs = (Math.floor(clock.nowMs() / HOUR_MS) - SPARK_HOURS + 1) * HOUR_MS;
    const hours = await sumHours(db, organisationId, environment, new Date(fromMs));
    const sparks = new Map<string, number[]>();
    for (const { keyId, hour, requests } of hours) {
      const values = sparks.get(keyId) ?? Array<number>(SPARK_HOURS).fill(0);
      const place = (hour.getTime() - fromMs) / HOUR_MS;
      if (place < SPARK_HOURS) values[place] = requests;
      sparks.set(keyId, values);
    }
    return {
      from: new Date(fromMs).toISOString(),
      sparks: [...sparks].map(([keyId, values]) => ({ keyId, values })),
    };
  });
}
