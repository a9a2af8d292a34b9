import { callsLevel } from '@serai/contract/account/health-limits.ts';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { CopyableId } from '../../components/copy-button.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterPeriod, listedPeriod, periodLabel } from '../../components/filter-bar.tsx';
import { HealthBadge } from '../../components/health.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { HEALTH_PERIOD, MAX_PROVIDERS, useRecentCalls } from '../../components/recent-calls.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { lastPeriod } from '../../lib/format/period.ts';
import { providerHealth } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { ConnectionTest, TestButton, useConnectionTest } from './connection-test.tsx';
import { ContentSync } from './content-sync.tsx';
import { FailedCalls } from './failed-calls.tsx';
import { PartnerSettings } from './partner-settings.tsx';
import { type Adapter, PauseButton, type Provider, settingWords } from './provider.tsx';
import { hasBanner, ProviderBanner } from './provider-banner.tsx';
import { ProviderBudget } from './provider-budget.tsx';
import { ProviderCharts } from './provider-charts.tsx';
import { EditDialog } from './provider-forms.tsx';
import { SupportCard } from './support-card.tsx';
import '../../styles/providers.css';
import '../../styles/webhooks.css';

const REFRESH_MS = 10_000;
const BACK = { to: '/providers', label: 'Providers' };

export function ProviderPage() {
  const { providerId } = useParams({ strict: false }) as { providerId?: string };
  const environment = useEnvironment();
  const list = useCall(
    'providers/list',
    { environment, page: { limit: MAX_PROVIDERS } },
    { everyMs: REFRESH_MS },
  );
  const provider =
    list.state === 'ready' ? list.data.providers.find(each => each.providerId === providerId) : undefined;
  if (list.state === 'ready' && provider !== undefined) {
    const adapter = list.data.adapters.find(each => each.adapter === provider.adapter);
    return <ProviderDetails key={provider.providerId} provider={provider} adapter={adapter} />;
  }
  return (
    <>
      <PageHead title="Provider" back={BACK} />
      <Loaded from={list} rows={8}>
        {() => (
          <Empty
            title={`This provider does not exist in ${environment}`}
            action={<LinkTo to="/providers">View all providers</LinkTo>}
          />
        )}
      </Loaded>
    </>
  );
}

interface ProviderDetailsProps {
  provider: Provider;
  adapter: Adapter | undefined;
}

function ProviderDetails({ provider, adapter }: ProviderDetailsProps) {
  const { providerId, environment, name } = provider;
  // The same period as that of the health, so that the figures do not contradict it.
  const [{ period: wanted }, setFilters] = useFilters(['period']);
  const period = listedPeriod(wanted, HEALTH_PERIOD);
  const periodName = periodLabel(period);
  const [editing, setEditing] = useState(false);
  const mayChange = useMay('providers:edit');
  const figures = useCall(
    'providers/health',
    { environment },
    { everyMs: REFRESH_MS, window: lastPeriod(period) },
  );
  const calls = useRecentCalls(environment);
  const health = providerHealth(provider, calls.recent(providerId));
  const test = useConnectionTest(providerId);
  return (
    <>
      <PageHead
        title={name}
        back={BACK}
        mark={<HealthBadge {...health} />}
        {...(adapter && { lead: adapter.description })}
        actions={
          mayChange && (
            <>
              {!hasBanner(health) && <PauseButton provider={provider} />}
              <button type="button" onClick={() => setEditing(true)}>
                Edit
              </button>
            </>
          )
        }
      />
      <ProviderBanner
        health={health}
        lastError={calls.figures(providerId)?.lastError}
        buckets={calls.figures(providerId)?.buckets}
        provider={provider}
        actions={
          mayChange && (
            <div className="row">
              <TestButton test={test} />
              <PauseButton provider={provider} />
            </div>
          )
        }
      />
      {mayChange && <ConnectionTest test={test} hasButton={!hasBanner(health)} />}
      <div className="section-head">
        <h2>Calls to this provider</h2>
        <FilterPeriod value={period} onChange={value => setFilters({ period: value })} />
      </div>
      <Loaded from={figures} rows={6}>
        {response => {
          const own = response.providers.find(each => each.providerId === providerId);
          return own ? (
            <>
              <ProviderCharts
                periodName={periodName}
                period={response}
                health={own}
                level={period === HEALTH_PERIOD ? health.level : callsLevel(own.totals)}
              >
                <FailedCalls providerId={providerId} period={period} periodName={periodName} health={own} />
              </ProviderCharts>
              {own.budget && <ProviderBudget budget={own.budget} />}
            </>
          ) : null;
        }}
      </Loaded>
      <ContentSync provider={provider} />
      <SupportCard provider={provider} />
      <Card folds title="Details" summary={adapter?.name ?? provider.adapter}>
        <ProviderFacts provider={provider} adapter={adapter} />
      </Card>
      <PartnerSettings provider={provider} />
      <EditDialog provider={provider} adapter={adapter} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

function ProviderFacts({ provider, adapter: known }: ProviderDetailsProps) {
  const { providerId, adapter, preference, settings, credentials, createdAt, updatedAt } = provider;
  return (
    <Facts
      items={[
        ['Provider ID', <CopyableId key="id" id={providerId} label="provider ID" />],
        ['Adapter', known?.name ?? adapter],
        [
          'Preference',
          <span key="preference" className="with-hint">
            {preference}
            <small>Lower numbers win if prices are equal.</small>
          </span>,
        ],
        ['Settings', settingWords(settings, known) || 'None'],
        ['Credentials', credentials.map(credentialText).join(', ') || 'None'],
        ['Connected', <Timestamp key="created" at={createdAt} />],
        ['Updated', <Timestamp key="updated" at={updatedAt} />],
      ]}
    />
  );
}

/** Secrets are never shown in full. The last four characters help to identify a secret. */
function credentialText({ name, lastCharacters }: Provider['credentials'][number]): string {
  return lastCharacters === '' ? `${name} (hidden)` : `${name} (hidden, ends in ${lastCharacters})`;
}
