import { RowMenu } from '../../../components/dialogs/row-menu.tsx';
import { LinkTo } from '../../../components/link-to.tsx';
import type { ApiKey } from '../parts/api-key.ts';
import type { KeyChange } from '../parts/key-dialogs.tsx';

interface KeyMenuProps {
  apiKey: ApiKey;
  onChoose: (change: KeyChange) => void;
}

/** A revoked key can only be looked at. */
export function KeyMenu({ apiKey, onChoose }: KeyMenuProps) {
  const { keyId, name, status } = apiKey;
  const target = { to: '/settings/api-keys/$keyId', params: { keyId } };
  if (status === 'REVOKED') return null;
  return (
    <RowMenu label={`Actions of ${name}`}>
      <LinkTo {...target} search={{ tab: 'settings' }}>
        Edit
      </LinkTo>
      {status !== 'EXPIRED' && (
        <LinkTo {...target} search={{ do: 'rotate' }}>
          Rotate
        </LinkTo>
      )}
      {status === 'DISABLED' ? (
        <button type="button" onClick={() => onChoose('enable')}>
          Enable
        </button>
      ) : (
        <button type="button" onClick={() => onChoose('disable')}>
          Disable
        </button>
      )}
      <button type="button" className="bad" onClick={() => onChoose('revoke')}>
        Revoke
      </button>
    </RowMenu>
  );
}
