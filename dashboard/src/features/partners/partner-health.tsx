import { Card, Facts } from '../../components/card.tsx';
import { HealthStatus } from '../../components/health.tsx';
import { useApiHealth, useEndpointsHealth } from '../../components/health-reads.ts';
import { LinkTo } from '../../components/link-to.tsx';
import type { Health } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

/** Whether the partner's requests succeed and its endpoints receive events. */
export function PartnerHealth({ partnerId }: { partnerId: string }) {
  const environment = useEnvironment();
  const [seesRequests, seesWebhooks] = [useMay('requests:view'), useMay('webhooks:view')];
  const api = useApiHealth({ environment, partnerId }, seesRequests);
  const endpoints = useEndpointsHealth({ environment, partnerId }, seesWebhooks);
  const rows: (readonly [string, Health, string])[] = [
    ...(seesRequests ? [['API', api, '/requests'] as const] : []),
    ...(seesWebhooks ? [['Webhooks', endpoints, '/webhooks'] as const] : []),
  ];
  if (rows.length === 0) return null;
  return (
    <Card
      title="Health"
      hint={`In ${environment}. Requests count for an hour, and webhook deliveries for 24 hours.`}
    >
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
