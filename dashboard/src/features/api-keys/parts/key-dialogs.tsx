import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import type { ApiKey } from './api-key.ts';
import { useKeyRights } from './use-key-rights.ts';

export type KeyChange = 'disable' | 'enable' | 'revoke';

interface KeyDialogsProps {
  apiKey: ApiKey;
  /** Which of them is open. */
  change: KeyChange | undefined;
  onClose: () => void;
}

const CHANGES = ['keys', 'security'] as const;

export function KeyDialogs({ apiKey, change, onClose }: KeyDialogsProps) {
  const { keyId, name, display, environment } = apiKey;
  const { prove } = useKeyRights(environment);
  const options = (said: string) => ({ said, changes: CHANGES, done: onClose });
  const disable = useAction('keys/disable', options(`${name} is disabled.`));
  const enable = useAction('keys/enable', options(`${name} works again.`));
  const revoke = useAction('keys/revoke', options(`${name} is revoked.`));
  const run = (action: typeof disable | typeof enable | typeof revoke) => async () => {
    if (await prove()) await action.run({ keyId });
  };
  const props = (action: typeof disable | typeof enable | typeof revoke) => ({
    busy: action.busy,
    failure: action.failure,
    onConfirm: () => void run(action)(),
    onClose: () => {
      action.clear();
      onClose();
    },
  });
  return (
    <>
      <ConfirmDialog
        open={change === 'disable'}
        title={`Disable ${name}?`}
        confirmLabel="Disable the key"
        {...props(disable)}
      >
        Requests with <code>{display}</code> are refused within a second. You can enable it again.
      </ConfirmDialog>
      <ConfirmDialog
        open={change === 'enable'}
        title={`Enable ${name}?`}
        confirmLabel="Enable the key"
        {...props(enable)}
      >
        Requests with <code>{display}</code> work again within a second.
      </ConfirmDialog>
      <ConfirmDialog
        open={change === 'revoke'}
        title={`Revoke ${name}?`}
        danger
        typeToConfirm={name}
        confirmLabel="Revoke for good"
        {...props(revoke)}
      >
        Every request with <code>{display}</code> is refused within a second. It cannot be undone: the program
        needs a new key.
      </ConfirmDialog>
    </>
  );
}
