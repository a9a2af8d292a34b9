import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { fullestWindow, type KeyWindows, WindowMeters } from '../../components/usage/rate-windows.tsx';

const MOST = 24;

/** The three windows of each active key, the nearest to its limit first. */
export function WindowList({ windows }: { windows: readonly KeyWindows[] }) {
  if (windows.length === 0) {
    return (
      <Empty
        title="No active key"
        action={
          <LinkTo to="/settings/api-keys" className="button">
            Open the API keys
          </LinkTo>
        }
      >
        A key that is disabled, revoked or expired has no windows.
      </Empty>
    );
  }
  const share = (key: KeyWindows) => fullestWindow(key).used / fullestWindow(key).limit;
  const shown = windows.toSorted((a, b) => share(b) - share(a)).slice(0, MOST);
  return (
    <>
      <div className="grid">
        {shown.map(key => (
          <Card
            key={key.keyId}
            title={key.name}
            actions={
              <LinkTo to="/settings/api-keys/$keyId" params={{ keyId: key.keyId }}>
                Change limits
              </LinkTo>
            }
          >
            <WindowMeters windows={key} />
          </Card>
        ))}
      </div>
      {windows.length > MOST && (
        <p className="hint">The {MOST} keys nearest to a limit are shown. Choose a key to see another.</p>
      )}
    </>
  );
}
