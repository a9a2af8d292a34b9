import { Card, Facts } from '../../components/card.tsx';
import { HealthStatus } from '../../components/health.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { apiHealth, endpointHealth, type Health, worstOf } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

const REFRESH_MS = 30_000;
const MAX_ENDPOINTS = 200;

/** Whether the partner's requests succeed and its endpoints receive events, in the last 24 hours. */
export function PartnerHealth({ partnerId }: { partnerId: string }) {
  const environment = useEnvironment();
  const [seesRequests, seesWebhooks] = [useMay('requests:view'), useMay('webhooks:view')];
  const usage = useCall(
    'usage/summary',
    { environment, partnerId, from: periodFrom('24h') } as Input<'usage/summary'>,
    { everyMs: REFRESH_MS, when: seesRequests },
  );
  const endpoints = useCall(
    'webhooks/list',
    { environment, partnerId, page: { limit: MAX_ENDPOINTS } } as Input<'webhooks/list'>,
    { everyMs: REFRESH_MS, when: seesWebhooks },
  );
  const rows: (readonly [string, Health, string])[] = [];
  if (usage.state === 'ready') {
    const { requests, statusClasses } = usage.data.totals;
    rows.push(['API', apiHealth({ requests, serverErrors: statusClasses['5xx'] }), '/requests']);
  }
  if (endpoints.state === 'ready') {
    const healths = endpoints.data.endpoints.map(each => endpointHealth(each));
    rows.push(['Webhooks', worstOf(healths, 'endpoints'), '/webhooks']);
  }
  if (!seesRequests && !seesWebhooks) return null;
  return (
    <Card title="Health" hint={`In ${environment}, over the last 24 hours.`}>
      <Facts
        items={rows.map(([name, health, to]) => [
          name,
          <span key={name} className="health-fact">
            <HealthStatus health={health} />{' '}
            <LinkTo to={to} search={{ partner: partnerId }}>
              Open
            </LinkTo>
          </span>,
        ])}
      />
    </Card>
  );
}
