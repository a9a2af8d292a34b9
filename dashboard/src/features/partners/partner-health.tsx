import { Card, Facts } from '../../components/card.tsx';
import { HealthBadge, HealthStatus, healthLabel } from '../../components/health.tsx';
import { useApiHealth, useEndpoints } from '../../components/health-reads.ts';
import { LinkTo } from '../../components/link-to.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import { bySeverity, endpointsHealth, type Health, healthFrom, isFailing } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/url-state.ts';

/** Whether the partner's requests succeed and its endpoints receive events. */
export function PartnerHealth({ partnerId }: { partnerId: string }) {
  const environment = useEnvironment();
  const [seesRequests, seesWebhooks, mayAdd] = [
    useMay('requests:view'),
    useMay('webhooks:view'),
    useMay('webhooks:edit'),
  ];
  const api = useApiHealth({ environment, partnerId }, seesRequests);
  const listed = useEndpoints({ environment, partnerId }, seesWebhooks);
  const endpoints = healthFrom(listed, endpointsHealth);
  const hasNone = ownData(listed)?.endpoints.length === 0;
  const rows: (readonly [name: string, Health, to: string, label: string])[] = [
    ...(seesRequests ? [['API', api, '/requests', 'View requests'] as const] : []),
    ...(seesWebhooks ? [['Webhooks', endpoints, '/webhooks', 'View endpoints'] as const] : []),
  ];
  if (rows.length === 0) return null;
  return (
    <Card
      folds
      title="Health"
      summary={<HealthSummary items={rows} />}
      hint={`${ENVIRONMENT_NAMES[environment]}: requests in the last hour, deliveries in the last 24 hours.`}
    >
      <Facts
        items={rows.map(([name, health, to, label]) => [
          name,
          <span key={name} className="health-fact">
            <HealthStatus health={health} />{' '}
            {to === '/webhooks' && hasNone && mayAdd ? (
              <LinkTo to={to} search={{ partner: partnerId, create: 'endpoint' }}>
                Add endpoint
              </LinkTo>
            ) : (
              <LinkTo to={to} search={{ partner: partnerId }}>
                {label}
              </LinkTo>
            )}
          </span>,
        ])}
      />
    </Card>
  );
}

/** What is missing needs no name, for example `No recent requests, no endpoints`. */
function summaryWord(health: Health, index: number): string {
  const label = healthLabel(health);
  return health.label === undefined || index === 0 ? label : label[0]?.toLowerCase() + label.slice(1);
}

/** One word if all have the same health, for example `OK`, otherwise one for each, the worst first. */
function HealthSummary({ items }: { items: readonly (readonly [name: string, Health, ...string[]])[] }) {
  const levels = new Set(items.map(([, health]) => healthLabel(health)));
  const shown = bySeverity(items, ([, health]) => health).slice(0, levels.size === 1 ? 1 : undefined);
  return shown.map(([name, health], index) => (
    <span key={name}>
      {index > 0 && ', '}
      {levels.size > 1 && health.label === undefined && `${name}: `}
      {isFailing(health) ? <HealthBadge {...health} /> : summaryWord(health, index)}
    </span>
  ));
}
