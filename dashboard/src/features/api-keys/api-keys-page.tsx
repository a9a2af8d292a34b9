import type { Role } from '@serai/contract/operator-operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { onLinkClick, pathOf } from '../../lib/address.ts';
import { type ApiKey, KeyTable } from './key-table.tsx';
import { mayChangeKeys } from './may-change-keys.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { useKeyList } from './use-key-list.ts';

interface ApiKeysPageProps {
  environment: Environment;
  role: Role;
  onEnded: () => void;
}

export function ApiKeysPage({ environment, role, onEnded }: ApiKeysPageProps) {
  const [activeOnly, setActiveOnly] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const listed = useKeyList(environment, activeOnly);
  const mayChange = mayChangeKeys(role, environment);
  const ended = listed.state === 'failed' && listed.failure.code === 'UNAUTHORIZED';

  useEffect(() => {
    if (ended) onEnded();
  }, [ended, onEnded]);

  return (
    <>
      <div className="title">
        <div>
          <h1>API keys</h1>
          <p className="faint">
            A key lets a program use the interface. Its secret is shown once, when it is made.
          </p>
        </div>
        {mayChange && <CreateLink environment={environment} />}
      </div>
      <label className="check">
        <input type="checkbox" checked={activeOnly} onChange={event => setActiveOnly(event.target.checked)} />
        Show active keys only
      </label>
      <div aria-busy={listed.state === 'waiting'} aria-live="polite">
        {listed.state === 'failed' && <Notice failure={listed.failure} onRetry={listed.reload} />}
        {listed.state === 'ready' && listed.keys.length === 0 && (
          <Empty environment={environment} activeOnly={activeOnly} mayChange={mayChange} />
        )}
        {listed.state === 'ready' && listed.keys.length > 0 && (
          <>
            <KeyTable keys={listed.keys} onRevoke={mayChange ? setRevoking : undefined} />
            {listed.moreFailure && <Notice failure={listed.moreFailure} />}
            {listed.showMore && (
              <button type="button" onClick={listed.showMore}>
                Show more
              </button>
            )}
          </>
        )}
      </div>
      {revoking && (
        <RevokeDialog
          apiKey={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => {
            setRevoking(undefined);
            listed.reload();
          }}
        />
      )}
    </>
  );
}

function CreateLink({ environment }: { environment: Environment }) {
  return (
    <a className="button main" href={pathOf(environment, 'api-keys/new')} onClick={onLinkClick}>
      Create {environment} key
    </a>
  );
}

interface EmptyProps {
  environment: Environment;
  activeOnly: boolean;
  mayChange: boolean;
}

function Empty({ environment, activeOnly, mayChange }: EmptyProps) {
  return (
    <div className="card empty">
      <h2>
        No {activeOnly ? 'active ' : ''}
        {environment} keys
      </h2>
      <p>
        {mayChange
          ? 'Create one to send the first request.'
          : environment === 'production'
            ? 'An admin or owner of the organisation can create one.'
            : 'A developer, admin or owner of the organisation can create one.'}
      </p>
      {mayChange && <CreateLink environment={environment} />}
    </div>
  );
}
