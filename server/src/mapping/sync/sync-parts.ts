import type { ContentSession } from '../../booking/port/supplied-content.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RunningJob } from '../../platform/jobs/job.ts';
import type { TellOperator } from '../../platform/operations/operator/audit-entry.ts';
import type { MappingModel } from '../scoring/model.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import type { ContentRun } from './content-run-store.ts';
import type { SyncSettings } from './sync-schedule.ts';

/** Reads the content of accounts at suppliers. The booking area implements it. */
export interface ContentReader {
  /** The accounts whose content can be read. Paused accounts are left out. */
  list(): Promise<readonly ProviderScope[]>;
  /** Returns undefined if the account is not connected. Close the session after use. */
  open(scope: ProviderScope): ContentSession | undefined;
}

export interface SyncMetrics {
  /** Counts what a committed step of a run added to its figures. */
  countProgress(before: Pick<ContentRun, 'figures'>, after: ContentRun): void;
  /** `call` is a failed call, which is usually repeated. `run` is a run that ended because of a failure. */
  countFailure(scope: ProviderScope, failure: 'call' | 'run'): void;
}

export interface SyncParts {
  reader: ContentReader;
  settings: SyncSettings;
  model: MappingModel;
  tellOperator: TellOperator;
  clock: Clock;
  /** Omitted where no runs are carried out. */
  metrics?: SyncMetrics | undefined;
}

export type SyncJob = Pick<RunningJob, 'db' | 'signal' | 'guard' | 'key'>;

export const syncKey = ({ environment, provider }: ProviderScope): string => `${environment}/${provider}`;

export function scopeOfKey(key: string): ProviderScope {
  const [environment, provider = ''] = key.split('/');
  return { environment: environment === 'sandbox' ? 'sandbox' : 'production', provider };
}

/** How long a job of a paused account waits before it checks again whether the account is paused. */
export const PAUSED_MS = 5 * 60_000;

export async function isPaused(reader: ContentReader, { key }: Pick<SyncJob, 'key'>): Promise<boolean> {
  return !(await reader.list()).some(account => syncKey(account) === key);
}
