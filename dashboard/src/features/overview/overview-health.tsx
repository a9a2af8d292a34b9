import { type HealthItem, HealthStrip } from '../../components/health.tsx';
import { useApiHealth, useEndpointsHealth } from '../../components/health-reads.ts';
import { useCheckedProviders } from '../../components/recent-calls.ts';
import { type Health, healthFrom, worstOf } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

interface OverviewHealthProps {
  /** Undefined if the role may not see it. */
  system: Health | undefined;
}

/** Whether everything works, at a glance. Partner users see the API and their own endpoints. */
export function OverviewHealth({ system }: OverviewHealthProps) {
  const environment = useEnvironment();
  const [seesProviders, seesWebhooks, seesRequests] = [
    useMay('providers:view'),
    useMay('webhooks:view'),
    useMay('requests:view'),
  ];
  const api = useApiHealth({ environment }, seesRequests);
  const endpoints = useEndpointsHealth({ environment }, seesWebhooks);
  const providers = healthFrom(useCheckedProviders(environment, seesProviders), checked =>
    worstOf(
      checked.map(({ health }) => health),
      'providers',
    ),
  );
  const items: HealthItem[] = [
    ...(system ? [{ name: 'System', health: system, link: { to: '/settings/system' } }] : []),
    ...(seesRequests
      ? [{ name: 'API', health: api, link: { to: '/requests', search: { class: '5xx', period: '1h' } } }]
      : []),
    ...(seesProviders ? [{ name: 'Providers', health: providers, link: { to: '/providers' } }] : []),
    ...(seesWebhooks ? [{ name: 'Webhooks', health: endpoints, link: { to: '/webhooks' } }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <div className="overview-health">
      <HealthStrip items={items} />
    </div>
  );
}
