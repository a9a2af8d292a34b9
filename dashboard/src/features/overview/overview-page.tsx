import type { Environment } from '@serai/contract/shared/answer.ts';
import { useState } from 'react';
import { Skeleton } from '../../components/feedback.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { isWaiting, ownData } from '../../lib/calls/current-data.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { lastPeriod } from '../../lib/format/period.ts';
import { healthFrom, systemHealth } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Business } from './business.tsx';
import { OverviewHealth } from './overview-health.tsx';
import { Problems, useProblems } from './problems.tsx';
import { SetupCard } from './setup-card.tsx';
import { Traffic } from './traffic.tsx';
import '../../styles/overview.css';
import '../../styles/usage.css';

const REFRESH_MS = 15_000;

/** What fails comes first, then the business, then the traffic. Each role sees the parts that it may read. */
export function OverviewPage() {
  const environment = useEnvironment();
  const [seesRequests, seesKeys, isStaff] = [
    useMay('requests:view'),
    useMay('keys:view'),
    useMay('system:view'),
  ];
  const keys = useCall('keys/list', { environment, page: { limit: 200 } }, { when: seesKeys });
  const system = useCall('system/status', {}, { everyMs: REFRESH_MS, when: isStaff });
  const listed = ownData(keys)?.keys ?? [];
  const problems = useProblems({ keys: listed, system });
  const month = useCall(
    'usage/summary',
    { environment },
    { when: seesRequests && seesKeys, window: lastPeriod('30d') },
  );
  // The page waits for the problems, because late ones would push the figures down.
  const isSettled =
    problems.isSettled &&
    !(seesKeys && isWaiting(keys)) &&
    !(isStaff && isWaiting(system)) &&
    !(seesRequests && seesKeys && isWaiting(month));
  // It waits once for each environment. Otherwise a read that fails, and is repeated by the content, would hide it again.
  const [settledFor, setSettledFor] = useState<Environment>();
  if (isSettled && settledFor !== environment) setSettledFor(environment);
  return (
    <>
      <PageHead title="Overview" />
      {settledFor === environment ? (
        <>
          <Problems problems={problems.list} />
          <OverviewHealth system={isStaff ? healthFrom(system, systemHealth) : undefined} />
          {seesRequests && seesKeys && (
            <SetupCard
              keys={listed}
              hasRequests={(ownData(month)?.totals.statusClasses['2xx'] ?? 0) > 0}
              hasProblems={problems.list.length > 0}
            />
          )}
          <Business />
          {seesRequests && <Traffic />}
        </>
      ) : (
        <Skeleton rows={12} />
      )}
    </>
  );
}
