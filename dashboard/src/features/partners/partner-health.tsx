import { Card, Facts } from '../../components/card.tsx';
import { HealthBadge, HealthStatus, healthLabel } from '../../components/health.tsx';
import { useApiHealth, useEndpointsHealth } from '../../components/health-reads.ts';
import { LinkTo } from '../../components/link-to.tsx';
import { bySeverity, type Health, isFailing } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/url-state.ts';

/** Whether the partner's requests succeed and its endpoints receive events. */
export function PartnerHealth({ partnerId }: { partnerId: string }) {
  const environment = useEnvironment();
  const [seesRequests, seesWebhooks] = [useMay('requests:view'), useMay('webhooks:view')];
  const api = useApiHealth({ environment, partnerId }, seesRequests);
  const endpoints = useEndpointsHealth({ environment, partnerId }, seesWebhooks);
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
            <LinkTo to={to} search={{ partner: partnerId }}>
              {label}
            </LinkTo>
          </span>,
        ])}
      />
    </Card>
  );
}

/** One word if all have the same health, for example `OK`, otherwise one for each, the worst first. */
function HealthSummary({ items }: { items: readonly (readonly [name: string, Health, ...string[]])[] }) {
  const levels = new Set(items.map(([, { level }]) => level));
  const shown = bySeverity(items, ([, health]) => health).slice(0, levels.size === 1 ? 1 : undefined);
  return shown.map(([name, health], index) => (
    <span key={name}>
      {index > 0 && ', '}
      {levels.size > 1 && `${name}: `}
      {isFailing(health) ? <HealthBadge level={health.level} /> : healthLabel(health.level)}
    </span>
  ));
}
