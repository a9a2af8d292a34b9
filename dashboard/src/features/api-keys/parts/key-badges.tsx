import type { Environment } from '@serai/contract/shared/answer.ts';
import { Lock, LockOpen } from 'lucide-react';
import { Badge, type Tone } from '../../../components/badge.tsx';
import { formatDate } from '../../../lib/format/format-time.ts';
import { ENVIRONMENT_NAMES } from '../../../lib/use-environment.ts';
import type { ApiKey } from './api-key.ts';

export function EnvironmentMark({ environment }: { environment: Environment }) {
  return (
    <span className="environment-mark" data-environment={environment}>
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

export const STATUS_CHOICES = Object.entries(STATUSES).map(([status, [, words]]) => [status, words] as const);

export function StatusBadge({ status }: Pick<ApiKey, 'status'>) {
  const [tone, words] = STATUSES[status];
  return <Badge tone={tone}>{words}</Badge>;
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** Says aloud what ends within two weeks. */
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
  const words = length === 0 ? 'Any address' : `${length} ${length === 1 ? 'entry' : 'entries'}`;
  return (
    <span className="address-lock" data-open={length === 0 || undefined} title={allowedAddresses.join(', ')}>
      {length === 0 ? <LockOpen size={16} aria-hidden /> : <Lock size={16} aria-hidden />} {words}
    </span>
  );
}
