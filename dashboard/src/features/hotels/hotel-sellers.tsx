import { Card } from '../../components/card.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { HealthBadge } from '../../components/health.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { type CheckedProvider, useCheckedProviders } from '../../components/recent-calls.ts';
import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

type Item = Output<'mapping/queue'>['items'][number];

const MAX_ROWS = 200;

interface HotelSellersProps {
  hotelId: string;
  /** Only active hotels are sold. */
  isActive: boolean;
  codes: readonly string[];
}

/** Who sells the hotel, and the hotels of providers that could be the same one and need manual review. */
export function HotelSellers({ hotelId, isActive, codes }: HotelSellersProps) {
  const environment = useEnvironment();
  const read = useCheckedProviders(environment, useMay('providers:view'));
  const queue = useCall(
    'mapping/queue',
    { environment, hotelId, page: { limit: MAX_ROWS } },
    { when: useMay('mapping:view') },
  );
  const providers = ownData(read) ?? [];
  const open = ownData(queue)?.items ?? [];
  const failed = [read, queue].find(({ state }) => state === 'failed');
  const find = (code: string) => providers.find(({ provider }) => provider.code === code);
  return (
    <Card title="Sold by">
      {codes.length + open.length === 0 && <p className="faint">No provider sells this hotel.</p>}
      <ul className="hotel-sellers">
        {codes.map(code => (
          <li key={code}>
            <Seller {...{ code, isActive }} checked={find(code)} isOutdated={read.isOutdated} />
          </li>
        ))}
        {open.map(item => (
          <li key={`${item.provider} ${item.supplierId}`}>
            <span>
              <LinkTo
                to="/mapping/$provider/$supplierId"
                params={{ provider: item.provider, supplierId: item.supplierId }}
              >
                {find(item.provider)?.provider.name ?? item.provider}
              </LinkTo>
              <small>{item.name}</small>
            </span>
            <Badge tone="warn">{reviewText(item)}</Badge>
          </li>
        ))}
      </ul>
      {failed?.state === 'failed' && <Notice failure={failed.failure} onRetry={failed.reload} />}
    </Card>
  );
}

const reviewText = ({ alarm }: Item) =>
  alarm === null ? 'Mapping needs review' : 'Not on sale, needs review';

interface SellerProps {
  code: string;
  isActive: boolean;
  /** Undefined until it is loaded, and for users who may not view providers. */
  checked: CheckedProvider | undefined;
  isOutdated: boolean;
}

function Seller({ code, isActive, checked, isOutdated }: SellerProps) {
  const isOwn = code === 'own';
  const level = checked && (isOutdated ? 'NOT_LOADED' : checked.health.level);
  return (
    <>
      <span>
        {checked === undefined ? (
          isOwn ? (
            'Own inventory'
          ) : (
            code
          )
        ) : (
          <LinkTo to="/providers/$providerId" params={{ providerId: checked.provider.providerId }}>
            {checked.provider.name}
          </LinkTo>
        )}
        {!isOwn && <small>{code}</small>}
        {isOwn && !isActive && <small>The hotel is not active</small>}
      </span>
      <span className="row">
        <span>{isOwn ? (level === 'PAUSED' || !isActive ? 'Not on sale' : 'On sale') : 'Mapped'}</span>
        {level && <HealthBadge level={level} />}
      </span>
    </>
  );
}
