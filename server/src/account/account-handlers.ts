/** Every operation of the account area, for the operator listener. */
import type { SigningKeyStatus, SystemStatus } from '@serai/contract/account/system.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { acrossOrganisations } from '../platform/operations/operator/across-organisations.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import { KnownDevices } from './access/known-device.ts';
import { accountChangePassword } from './operations/account/account-change-password.ts';
import { accountShow } from './operations/account/account-show.ts';
import { accountUpdate } from './operations/account/account-update.ts';
import { secondFactorBegin } from './operations/account/second-factor-begin.ts';
import { secondFactorDisable } from './operations/account/second-factor-disable.ts';
import { secondFactorEnable } from './operations/account/second-factor-enable.ts';
import { auditList } from './operations/audit-list.ts';
import { jobsList } from './operations/jobs-list.ts';
import { jobsRetry } from './operations/jobs-retry.ts';
import { membersInvite } from './operations/members/members-invite.ts';
import { membersList } from './operations/members/members-list.ts';
import { membersRemove } from './operations/members/members-remove.ts';
import { membersUpdate } from './operations/members/members-update.ts';
import { organisationsCreate } from './operations/organisations/organisations-create.ts';
import { organisationsList } from './operations/organisations/organisations-list.ts';
import { organisationsSelect } from './operations/organisations/organisations-select.ts';
import { organisationsUpdate } from './operations/organisations/organisations-update.ts';
import { sessionConfirm } from './operations/session/session-confirm.ts';
import { sessionCreateLink } from './operations/session/session-create-link.ts';
import { sessionEnd } from './operations/session/session-end.ts';
import { sessionList } from './operations/session/session-list.ts';
import { sessionShow } from './operations/session/session-show.ts';
import { sessionSignIn } from './operations/session/session-sign-in.ts';
import { sessionSignOut } from './operations/session/session-sign-out.ts';
import { sessionSignUp } from './operations/session/session-sign-up.ts';
import { systemRotateSigningKey } from './operations/system-rotate-signing-key.ts';
import { systemStatus } from './operations/system-status.ts';
import { createAttemptGates } from './people/attempt-gate.ts';
import { tellFailures } from './people/failed-sign-ins.ts';
import type { People } from './people/people.ts';

export interface AccountHandlerParts {
  clock: Clock;
  people: People;
  /** Signs the cookies of devices that people have signed in from. */
  deviceKey: Buffer;
  /** SHA-256 of the operator token. */
  operatorTokenHash: Buffer;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  /** Where people reach the dashboard, without a slash at the end. */
  dashboardUrl: string;
  /** Base address of the interface that keys are for; shown in ready-made examples. */
  interfaceUrl: string;
  /** After a change was committed; what others keep of the organisation is old. */
  onOrganisationChanged?: ((organisationId: string) => void) | undefined;
  status: (db: Database) => Promise<SystemStatus>;
  /** Publishes a new key, or answers with the one that already waits. */
  rotateSigningKey: () => Promise<{ signingKey: SigningKeyStatus; created: boolean }>;
}

export function accountHandlers(parts: AccountHandlerParts): OperatorHandler[] {
  const { clock } = parts;
  const proof = {
    ...parts,
    gates: createAttemptGates(clock),
    devices: new KnownDevices(parts.deviceKey, clock),
    tellFailure: tellFailures(clock),
  };
  return [
    ...acrossOrganisations(
      'People sign in before an organisation is known, and a person belongs to several.',
      [
        sessionSignUp(proof),
        sessionSignIn(proof),
        sessionShow(parts),
        sessionConfirm(proof),
        sessionSignOut(),
        sessionList(parts),
        sessionEnd(),
        accountShow(parts),
        accountUpdate(parts),
        accountChangePassword(proof),
        secondFactorBegin(proof),
        secondFactorEnable(proof),
        secondFactorDisable(proof),
      ],
    ),
    ...acrossOrganisations(
      "Removing a member deletes the account if it was the person's last organisation.",
      [membersRemove(parts)],
    ),
    ...acrossOrganisations('The operator token and people create, list and select several organisations.', [
      organisationsCreate(parts),
      organisationsSelect(parts),
      organisationsList(parts),
      organisationsUpdate(parts),
    ]),
    ...acrossOrganisations('Operators look after the jobs and keys of the whole installation.', [
      jobsList(parts),
      jobsRetry(),
      systemStatus(parts),
      systemRotateSigningKey(parts),
    ]),
    sessionCreateLink(parts),
    membersList(parts),
    membersInvite(parts),
    membersUpdate(),
    auditList(parts),
  ];
}
