import { type HealthItem, HealthStrip } from '../../components/health.tsx';
import { useRecentCalls } from '../../components/recent-calls.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { apiHealth, endpointHealth, providerHealth, systemHealth, worstOf } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

const REFRESH_MS = 30_000;
const MAX_ENDPOINTS = 200;

interface OverviewHealthProps {
  /** Undefined if the role may not see it. */
  system: Output<'system/status'> | undefined;
  usage: Output<'usage/summary'>['totals'] | undefined;
}

/** Whether everything works, at a glance. Partner users see the API and their own endpoints. */
export function OverviewHealth({ system, usage }: OverviewHealthProps) {
  const environment = useEnvironment();
  const [seesProviders, seesWebhooks] = [useMay('providers:view'), useMay('webhooks:view')];
  const providers = useCall('providers/list', { environment }, { everyMs: REFRESH_MS, when: seesProviders });
  const recent = useRecentCalls(environment, seesProviders);
  const endpoints = useCall(
    'webhooks/list',
    { environment, page: { limit: MAX_ENDPOINTS } },
    { everyMs: REFRESH_MS, when: seesWebhooks },
  );
  const items: HealthItem[] = [
    ...(system ? [{ name: 'System', health: systemHealth(system), link: { to: '/settings/system' } }] : []),
    {
      name: 'API',
      health: usage && apiHealth({ requests: usage.requests, serverErrors: usage.statusClasses['5xx'] }),
      link: { to: '/requests', search: { class: '5xx' } },
    },
    ...(seesProviders
      ? [
          {
            name: 'Providers',
            health:
              providers.state === 'ready'
                ? worstOf(
                    providers.data.providers.map(each => providerHealth(each, recent.get(each.providerId))),
                    'providers',
                  )
                : undefined,
            link: { to: '/providers' },
          },
        ]
      : []),
    ...(seesWebhooks
      ? [
          {
            name: 'Webhooks',
            health:
              endpoints.state === 'ready'
                ? worstOf(
                    endpoints.data.endpoints.map(each => endpointHealth(each)),
                    'endpoints',
                  )
                : undefined,
            link: { to: '/webhooks' },
          },
        ]
      : []),
  ];
  return <HealthStrip items={items} />;
}
