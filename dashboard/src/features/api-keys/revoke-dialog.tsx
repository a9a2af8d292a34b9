import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { type CallFailure, call, toFailure } from '../../lib/operator-client.ts';
import type { ApiKey } from './key-table.tsx';

interface RevokeDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
  onRevoked: () => void;
}

/** Revoking cannot be undone, so the name is typed: a slip of the hand revokes nothing. */
export function RevokeDialog({ apiKey, onClose, onRevoked }: RevokeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const revoke = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call('keys/revoke', { keyId: apiKey.keyId });
      onRevoked();
    } catch (thrown) {
      setFailure(toFailure(thrown));
      setBusy(false);
    }
  };

  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="revoke-title">
      <form
        onSubmit={event => {
          event.preventDefault();
          void revoke();
        }}
      >
        <h2 id="revoke-title">Revoke {apiKey.name}?</h2>
        <p>
          The {apiKey.environment} key <code>{apiKey.display}</code> stops working within a second, for good.
          Programs that use it will be refused.
        </p>
        <label className="field">
          <span>
            Type <strong>{apiKey.name}</strong> to confirm
          </span>
          <input
            value={typed}
            onChange={event => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        {failure && <Notice failure={failure} />}
        <div className="row end">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep the key
          </button>
          <button type="submit" className="main bad" disabled={busy || typed.trim() !== apiKey.name.trim()}>
            Revoke the key
          </button>
        </div>
      </form>
    </dialog>
  );
}
