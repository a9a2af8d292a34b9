import { Card } from '../../components/card.tsx';
import { Meter } from '../../components/charts/small-charts.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { describeForecast, fullestWindow, type KeyWindows } from '../../components/usage/rate-windows.tsx';

const MOST = 5;

/** The keys nearest to a limit, each by its fullest window. */
export function WindowCard({ windows }: { windows: readonly KeyWindows[] }) {
  const share = (key: KeyWindows) => fullestWindow(key).used / fullestWindow(key).limit;
  const nearest = windows.toSorted((a, b) => share(b) - share(a)).slice(0, MOST);
  return (
    <Card
      title="Use of limits"
      hint="Each key by the fullest of its three windows."
      actions={<LinkTo to="/usage">All windows</LinkTo>}
    >
      {nearest.length === 0 ? (
        <p className="faint">
          There is no active key. <LinkTo to="/settings/api-keys/new">Create one</LinkTo>
        </p>
      ) : (
        nearest.map(key => {
          const { window, used, limit } = fullestWindow(key);
          return (
            <Meter
              key={key.keyId}
              label={`${key.name}, this ${window}`}
              used={used}
              limit={limit}
              hint={key.bitesFirst !== null && describeForecast(key)}
            />
          );
        })
      )}
    </Card>
  );
}
