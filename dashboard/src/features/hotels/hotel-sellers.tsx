import { Card } from '../../components/card.tsx';
import { Badge, type Tone } from '../../components/feedback.tsx';
import { LinkTo, PermittedLink } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { formatCode } from './hotel.ts';

type Item = Output<'mapping/queue'>['items'][number];

const MAX_ROWS = 200;

/** Who sells the hotel, and the hotels of providers that could be the same one and need manual review. */
export function HotelSellers({ hotelId, codes }: { hotelId: string; codes: readonly string[] }) {
  const environment = useEnvironment();
  const page = { limit: MAX_ROWS };
  const list = useCall('providers/list', { environment, page }, { when: useMay('providers:view') });
  const seesMapping = useMay('mapping:view');
  const queue = useCall('mapping/queue', { environment, page }, { when: seesMapping });
  const providers = list.state === 'ready' ? list.data.providers : [];
  const open = queue.state === 'ready' ? queue.data.items.filter(item => item.hotelId === hotelId) : [];
  const nameOf = (code: string) => providers.find(provider => provider.code === code)?.name ?? code;
  return (
    <Card title="Sold by">
      {codes.length + open.length === 0 && <p className="faint">No provider sells this hotel.</p>}
      <ul className="hotel-sellers">
        {codes.map(code => (
          <li key={code}>
            <Seller code={code} provider={providers.find(provider => provider.code === code)} />
          </li>
        ))}
        {open.map(item => (
          <li key={`${item.provider} ${item.supplierId}`}>
            <span>
              <LinkTo
                to="/mapping/$provider/$supplierId"
                params={{ provider: item.provider, supplierId: item.supplierId }}
              >
                {nameOf(item.provider)}
              </LinkTo>
              <small>{item.name}</small>
            </span>
            <Badge tone="warn">{reviewText(item)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const reviewText = ({ alarm }: Item) => (alarm === null ? 'Mapping needs review' : 'Off sale, needs review');

type Provider = Output<'providers/list'>['providers'][number];

const HEALTH_TONES: Readonly<Record<Provider['health']['state'], Tone>> = {
  UP: 'good',
  DEGRADED: 'warn',
  DOWN: 'bad',
  UNKNOWN: 'good',
};

function Seller({ code, provider }: { code: string; provider: Provider | undefined }) {
  const isOwn = code === 'own';
  const state = isOwn ? 'On sale' : 'Mapped';
  const isPaused = provider?.enabled === false;
  const health = provider?.health.state ?? 'UNKNOWN';
  const trouble = health === 'DOWN' || health === 'DEGRADED' ? `, ${formatCode(health).toLowerCase()}` : '';
  return (
    <>
      <span>
        {provider === undefined ? (
          isOwn ? (
            'Own inventory'
          ) : (
            code
          )
        ) : (
          <PermittedLink
            permission="providers:view"
            to="/providers/$providerId"
            params={{ providerId: provider.providerId }}
          >
            {provider.name}
          </PermittedLink>
        )}
        {!isOwn && <small>{code}</small>}
      </span>
      <Badge tone={isPaused ? 'plain' : HEALTH_TONES[health]}>
        {isPaused ? `${state}, paused` : `${state}${trouble}`}
      </Badge>
    </>
  );
}
