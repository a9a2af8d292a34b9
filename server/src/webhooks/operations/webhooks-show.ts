import { showWebhook } from '@serai/contract/account/webhooks.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { readActivity } from '../endpoints/activity-store.ts';
import { databaseNow, findEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { unknownEndpoint } from './operation-parts.ts';
import { endpointView } from './stored-views.ts';

export function webhooksShow(): OperatorHandler {
  return operate(showWebhook, async ({ db, organisationId }, input) => {
    const endpoint = await findEndpoint(db, organisationId, input.endpointId);
    if (endpoint === undefined) throw unknownEndpoint();
    const period = periodOf(input, (await databaseNow(db)).getTime());
    const { buckets, ...sums } = await readActivity(db, input.endpointId, period);
    const { from, to, bucketSeconds } = period;
    return {
      endpoint: endpointView(endpoint),
      activity: {
        ...sums,
        from: from.toISOString(),
        to: to.toISOString(),
        successRate: sums.attempts === 0 ? null : (sums.attempts - sums.failed) / sums.attempts,
        bucketSeconds,
        buckets: buckets.map(({ start, ...bucket }) => ({ start: start.toISOString(), ...bucket })),
      },
    };
  });
}

const DAY_MS = 86_400_000;
/** Of buckets; the first that gives few enough. */
const WIDTHS_SECONDS = [60, 300, 900, 3_600, 14_400, 43_200];
const MOST_BUCKETS = 100;

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, nowMs: number) {
  const toMs = to === undefined ? nowMs : Date.parse(to);
  const fromMs = from === undefined ? toMs - DAY_MS : Date.parse(from);
  const seconds = Math.max(0, toMs - fromMs) / 1000;
  const bucketSeconds = WIDTHS_SECONDS.find(width => seconds / width <= MOST_BUCKETS) ?? 86_400;
  const widthMs = bucketSeconds * 1000;
  return { from: new Date(Math.floor(fromMs / widthMs) * widthMs), to: new Date(toMs), bucketSeconds };
}
