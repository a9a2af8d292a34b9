import { type HealthItem, HealthStrip } from '../../components/health.tsx';
import { useApiHealth, useEndpointsHealth } from '../../components/health-reads.ts';
import { useRecentCalls } from '../../components/recent-calls.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { type Health, healthFrom, providerHealth, worstOf } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

const REFRESH_MS = 30_000;

interface OverviewHealthProps {
  /** Undefined if the role may not see it. */
  system: Health | undefined;
}

/** Whether everything works, at a glance. Partner users see the API and their own endpoints. */
export function OverviewHealth({ system }: OverviewHealthProps) {
  const environment = useEnvironment();
  const [seesProviders, seesWebhooks] = [useMay('providers:view'), useMay('webhooks:view')];
  const api = useApiHealth({ environment });
  const endpoints = useEndpointsHealth({ environment }, seesWebhooks);
  const list = useCall('providers/list', { environment }, { everyMs: REFRESH_MS, when: seesProviders });
  const recent = useRecentCalls(environment, seesProviders);
  const providers = healthFrom(list, data =>
    worstOf(
      data.providers.map(each => providerHealth(each, recent(each.providerId))),
      'providers',
    ),
  );
  const items: HealthItem[] = [
    ...(system ? [{ name: 'System', health: system, link: { to: '/settings/system' } }] : []),
    { name: 'API', health: api, link: { to: '/requests', search: { class: '5xx', period: '1h' } } },
    ...(seesProviders ? [{ name: 'Providers', health: providers, link: { to: '/providers' } }] : []),
    ...(seesWebhooks ? [{ name: 'Webhooks', health: endpoints, link: { to: '/webhooks' } }] : []),
  ];
  return <HealthStrip items={items} />;
}
