/** Every operation of the account area, for the operator listener. */
import type { SigningKeyStatus } from '@serai/contract/account/system/signing-key.ts';
import type { SystemStatus } from '@serai/contract/account/system/status.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { OperatorHandler } from '../platform/operations/operator-handler.ts';
import { auditList } from './operations/audit-list.ts';
import { jobsList } from './operations/jobs-list.ts';
import { jobsRetry } from './operations/jobs-retry.ts';
import { organisationsList } from './operations/organisations-list.ts';
import { organisationsUpdate } from './operations/organisations-update.ts';
import { sessionCreateLink } from './operations/session-create-link.ts';
import { sessionShow } from './operations/session-show.ts';
import { sessionSignIn } from './operations/session-sign-in.ts';
import { sessionSignOut } from './operations/session-sign-out.ts';
import { systemRotateSigningKey } from './operations/system-rotate-signing-key.ts';
import { systemStatus } from './operations/system-status.ts';

export interface AccountHandlerParts {
  db: Database;
  clock: Clock;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  /** Where people reach the dashboard, without a slash at the end. */
  dashboardUrl: string;
  /** Base address of the interface that keys are for; shown in ready-made examples. */
  interfaceUrl: string;
  /** After a change was committed; what others keep of the organisation is old. */
  onOrganisationChanged?: ((organisationId: string) => void) | undefined;
  status: () => Promise<SystemStatus>;
  /** Publishes a new key, or answers with the one that already waits. */
  rotateSigningKey: () => Promise<{ signingKey: SigningKeyStatus; created: boolean }>;
}

export function accountHandlers(parts: AccountHandlerParts): OperatorHandler[] {
  return [
    sessionSignIn(parts),
    sessionCreateLink(parts),
    sessionShow(parts),
    sessionSignOut(parts),
    organisationsList(parts),
    organisationsUpdate(parts),
    auditList(parts),
    jobsList(parts),
    jobsRetry(parts),
    systemStatus(parts),
    systemRotateSigningKey(parts),
  ];
}
