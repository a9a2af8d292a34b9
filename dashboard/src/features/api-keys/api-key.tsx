import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { Lock, LockOpen } from 'lucide-react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Badge, type Tone } from '../../components/feedback.tsx';
import { useProductionStepUp } from '../../components/people/step-up.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatDate } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES } from '../../lib/url-state.ts';

/** A key as the server returns it, without its secret. */
export type ApiKey = Output<'keys/show'>['key'];

export type CreatedKey = Output<'keys/create'>;

interface KeyRights {
  /** Controls whether buttons are shown. The server enforces the permission. */
  mayChange: boolean;
  /** Asks for a step-up before a production key is changed. Resolves to true if the action may continue. */
  stepUp: () => Promise<boolean>;
}

export function useKeyRights(environment: Environment): KeyRights {
  const mayChange = useMay(environment === 'production' ? 'keys:production' : 'keys:sandbox');
  return { mayChange, stepUp: useProductionStepUp(environment) };
}

export function EnvironmentMark({ environment }: { environment: Environment }) {
  return (
    <span className="badge environment-mark" data-environment={environment}>
      {ENVIRONMENT_NAMES[environment]}
    </span>
  );
}

const STATUSES: Record<ApiKey['status'], readonly [Tone, string]> = {
  ACTIVE: ['good', 'Active'],
  DISABLED: ['warn', 'Disabled'],
  EXPIRED: ['warn', 'Expired'],
  REVOKED: ['bad', 'Revoked'],
};

export const STATUS_CHOICES = Object.entries(STATUSES).map(([status, [, label]]) => [status, label] as const);

export function StatusBadge({ status }: Pick<ApiKey, 'status'>) {
  const [tone, label] = STATUSES[status];
  return <Badge tone={tone}>{label}</Badge>;
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** Highlights keys that expire within two weeks. */
export function ExpiryBadge({ expiresAt, status }: Pick<ApiKey, 'expiresAt' | 'status'>) {
  if (expiresAt === null) return <span className="faint">Never</span>;
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS);
  const ends = status === 'ACTIVE' && days <= SOON_DAYS;
  return (
    <span title={expiresAt}>
      {ends ? (
        <Badge tone="warn">{days <= 1 ? 'Within a day' : `In ${days} days`}</Badge>
      ) : (
        formatDate(expiresAt)
      )}
    </span>
  );
}

export function AddressLock({ allowedAddresses }: Pick<ApiKey, 'allowedAddresses'>) {
  const { length } = allowedAddresses;
  const label = length === 0 ? 'Any address' : `${length} ${length === 1 ? 'entry' : 'entries'}`;
  return (
    <span className="address-lock" data-open={length === 0 || undefined} title={allowedAddresses.join(', ')}>
      {length === 0 ? <LockOpen size={16} aria-hidden /> : <Lock size={16} aria-hidden />} {label}
    </span>
  );
}

/** The list of a key that has every scope opens on demand. */
export function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const list = (
    <ul className="scopes">
      {scopes.map(scope => (
        <li key={scope}>{scope}</li>
      ))}
    </ul>
  );
  if (!hasAllScopes(scopes)) return list;
  return (
    <details className="all-scopes">
      <summary>All {scopes.length} scopes</summary>
      {list}
    </details>
  );
}

export function hasAllScopes(scopes: ApiKey['scopes']): boolean {
  return SCOPE_NAMES.every(scope => scopes.includes(scope));
}

export type KeyChange = 'disable' | 'enable' | 'revoke';

interface KeyDialogsProps {
  apiKey: ApiKey;
  /** The open dialog. */
  change: KeyChange | undefined;
  onClose: () => void;
}

const CHANGES = ['keys', 'security'] as const;

export function KeyDialogs({ apiKey, change, onClose }: KeyDialogsProps) {
  const { keyId, name, display, environment } = apiKey;
  const { stepUp } = useKeyRights(environment);
  const options = (toast: string) => ({ toast, changes: CHANGES, done: onClose });
  const disable = useAction('keys/disable', options(`${name} disabled.`));
  const enable = useAction('keys/enable', options(`${name} enabled.`));
  const revoke = useAction('keys/revoke', options(`${name} revoked.`));
  const run = (action: typeof disable | typeof enable | typeof revoke) => async () => {
    if (await stepUp()) await action.run({ keyId });
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
        confirmLabel="Disable key"
        {...props(disable)}
      >
        Requests with <code>{display}</code> will be rejected within a second. You can enable the key again
        later.
      </ConfirmDialog>
      <ConfirmDialog
        open={change === 'enable'}
        title={`Enable ${name}?`}
        confirmLabel="Enable key"
        {...props(enable)}
      >
        Requests with <code>{display}</code> will work again within a second.
      </ConfirmDialog>
      <ConfirmDialog
        open={change === 'revoke'}
        title={`Revoke ${name}?`}
        danger
        typeToConfirm={name}
        confirmLabel="Revoke key"
        {...props(revoke)}
      >
        Requests with <code>{display}</code> will be rejected within a second. You cannot undo this: the
        application will need a new key.
      </ConfirmDialog>
    </>
  );
}
