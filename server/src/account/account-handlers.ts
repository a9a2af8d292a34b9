import type { ShownSetting, SigningKeyStatus, SystemStatus } from '@serai/contract/account/system.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { SendMail } from '../platform/mail/mail.ts';
import {
  acrossOrganisations,
  type OperatorHandler,
} from '../platform/operations/operator/operator-handler.ts';
import { KnownDevices } from './access/known-device.ts';
import { accountChangePassword, accountShow, accountUpdate } from './operations/account.ts';
import { auditList } from './operations/audit.ts';
import { jobsList, jobsRetry } from './operations/jobs.ts';
import { membersInvite, membersList, membersRemove, membersUpdate } from './operations/members.ts';
import { operatorShow, operatorUpdate } from './operations/operator.ts';
import {
  organisationsCreate,
  organisationsList,
  organisationsSelect,
  organisationsUpdate,
} from './operations/organisations.ts';
import type { SummarySources } from './operations/partner-summaries.ts';
import {
  partnersCreate,
  partnersList,
  partnersResume,
  partnersShow,
  partnersSuspend,
  partnersUpdate,
} from './operations/partners.ts';
import { sessionForgotPassword, sessionOptions, sessionResetPassword } from './operations/password-reset.ts';
import { secondFactorBegin, secondFactorDisable, secondFactorEnable } from './operations/second-factor.ts';
import { sessionCreateLink, sessionSignIn, sessionSignUp } from './operations/session-sign-in.ts';
import {
  sessionConfirm,
  sessionEnd,
  sessionList,
  sessionShow,
  sessionSignOut,
  sessionSwitch,
} from './operations/sessions.ts';
import { systemRotateSigningKey, systemSettings, systemStatus } from './operations/system.ts';
import { createAttemptGates } from './people/attempt-gate.ts';
import { tellFailures } from './people/failed-sign-ins.ts';
import type { People } from './people/people.ts';

export interface AccountHandlerParts {
  clock: Clock;
  people: People;
  /** Key that signs the cookies of known devices. */
  deviceKey: Buffer;
  operatorId: string;
  /** SHA-256 of the operator token. */
  operatorTokenHash: Buffer;
  cursorKey: Buffer;
  /** The URL of the dashboard, without a trailing slash. */
  dashboardUrl: string;
  /** Undefined if email is off. */
  sendMail?: SendMail | undefined;
  /** The base URL of the partner API, shown in examples. */
  interfaceUrl: string;
  /** Called after a change was committed, to invalidate caches. */
  onPartnerChanged?: ((partnerId: string) => void) | undefined;
  onOperatorChanged?: (() => void) | undefined;
  /** The currency of the partner's ledger. Undefined as long as it has no entry. */
  ledgerCurrency: (db: Database, partnerId: string) => Promise<string | undefined>;
  /** Reads figures of other areas for the list of partners. */
  summaries: SummarySources;
  status: (db: Database) => Promise<SystemStatus>;
  /** The settings of this process, without the values of secrets. */
  settings: () => ShownSetting[];
  /** Publishes a new signing key, or returns the key that is already pending. */
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
      'People sign in before their company is known, and a person may belong to several.',
      [
        sessionSignUp(proof),
        sessionSignIn(proof),
        sessionOptions(parts),
        sessionForgotPassword(parts),
        sessionResetPassword(parts),
        sessionShow(parts),
        sessionConfirm(proof),
        sessionSwitch(parts),
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
    ...acrossOrganisations("Removing a member deletes the account if it was the person's last membership.", [
      membersRemove(parts),
    ]),
    ...acrossOrganisations('Staff create and change all partners.', [
      operatorShow(),
      operatorUpdate(parts),
      partnersCreate(),
      partnersList(parts),
      partnersShow(),
      partnersUpdate(parts),
      partnersSuspend(parts),
      partnersResume(parts),
      organisationsCreate(),
      organisationsSelect(parts),
      organisationsList(parts),
      organisationsUpdate(parts),
    ]),
    ...acrossOrganisations('Staff manage the jobs and signing keys of the whole installation.', [
      jobsList(parts),
      jobsRetry(),
      systemStatus(parts),
      systemSettings(parts),
      systemRotateSigningKey(parts),
    ]),
    sessionCreateLink(parts),
    membersList(parts),
    membersInvite(parts),
    membersUpdate(),
    auditList(parts),
  ];
}
