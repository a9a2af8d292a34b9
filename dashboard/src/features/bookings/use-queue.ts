import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';

/** The most that the server lists of each kind. */
export const QUEUE_LIMIT = 200;

interface QueueOptions {
  everyMs?: number;
  when?: boolean;
}

/** The queue of one partner, or of all partners. The page and the bar on each booking share the response. */
export function useQueue(
  partner: string | undefined,
  options: QueueOptions = {},
): CallState<Output<'attention/list'>> & { reload: () => void } {
  const environment = useEnvironment();
  const input = { environment, limit: QUEUE_LIMIT, ...(partner !== undefined && { partnerId: partner }) };
  return useCall('attention/list', input as Input<'attention/list'>, options);
}
