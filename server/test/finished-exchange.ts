import { availability } from '@serai/contract/booking/availability.ts';
import { beginExchange, type Exchange } from '../src/gateway/exchange.ts';
import { admit } from '../src/gateway/limits/limiter.ts';
import type { Clock } from '../src/platform/clock.ts';
import { readHeaders } from '../src/platform/http/request-headers.ts';
import { keyRecord } from './key-record.ts';

interface Members extends Partial<Exchange> {
  rawHeaders?: readonly string[];
}

export function finishedExchange(
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
  members: Members = {},
): Exchange {
  const { rawHeaders = ['X-Client-Version', '4.2.0', 'User-Agent', 'booking-engine'], ...rest } = members;
  const exchange = beginExchange({
    requestId: 'req_test',
    headers: readHeaders(rawHeaders),
    path: availability.path,
    arrivedAtMs: clock.nowMs(),
    startedAtMs: clock.monotonicMs(),
  });
  return Object.assign(exchange, {
    address: '203.0.113.7',
    record: keyRecord({ environment: 'production' }),
    secretId: 'sec_test',
    decision: admit([599, 14_999, 249_999]),
    operation: availability,
    backendMs: 3.5,
    ...rest,
  });
}
