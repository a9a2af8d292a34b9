import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import type { AddressList } from '../platform/http/address-list.ts';
import type { BodyReads } from '../platform/http/body-reads.ts';
import type { RequestListener } from '../platform/http/http-server.ts';
import type { PlainPages } from '../platform/http/plain-pages.ts';
import type { Log } from '../platform/log.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import { hashToken } from './access/hash-token.ts';
import { createIdentify } from './access/identify.ts';
import { type AccountHandlerParts, accountHandlers } from './account-handlers.ts';
import { type DashboardFiles, dashboardFiles } from './dashboard-files.ts';
import { ensureOperator } from './ensure-operator.ts';
import { operatorListener } from './operator-listener.ts';
import { ensureOperatorToken } from './operator-token.ts';
import { openPeople } from './people/open-people.ts';
import { createSignInLink, signInUrl } from './sign-in.ts';

export interface AccountParts
  extends Omit<AccountHandlerParts, 'people' | 'operatorTokenHash' | 'operatorId'> {
  pool: DatabasePool;
  dataDir: string;
  /** Key that encrypts the secrets of second factors. */
  peopleKey: Buffer;
  /** Set by the operator if several nodes share the token. Otherwise the token is stored in the data folder. */
  operatorToken: string | undefined;
  dashboardFolder: string;
  trustedProxies: AddressList | undefined;
  bodies: BodyReads;
  checkAnswers: boolean;
  log: Log;
}

export interface Account {
  operatorId: string;
  /** The partner "Direct", whose first key a new installation prints. */
  directPartnerId: string;
  operatorToken: string;
  files: DashboardFiles;
  createOwnerLink(): Promise<string>;
  listener(handlers: readonly OperatorHandler[], pages: PlainPages): RequestListener;
}

export async function openAccount(parts: AccountParts): Promise<Account> {
  const { pool, clock, log, dashboardUrl, trustedProxies, checkAnswers } = parts;
  const operatorToken = parts.operatorToken ?? (await ensureOperatorToken(parts.dataDir));
  const db = pool.asService('Sessions and sign-in links are looked up before the company is known.');
  const { operatorId, partnerId: directPartnerId } = await ensureOperator(db);
  const people = openPeople({ key: parts.peopleKey, clock });
  const operatorTokenHash = hashToken(operatorToken);
  const files = dashboardFiles(parts.dashboardFolder);
  const identify = createIdentify({ db, operatorToken, operatorId, clock });
  return {
    operatorId,
    directPartnerId,
    operatorToken,
    files,
    async createOwnerLink() {
      const { token } = await createSignInLink(db, operatorId, 'owner', clock);
      return signInUrl(dashboardUrl, token);
    },
    listener(handlers, pages) {
      return operatorListener({
        pool,
        operations: OPERATOR_OPERATIONS,
        handlers: [...accountHandlers({ ...parts, people, operatorTokenHash, operatorId }), ...handlers],
        identify,
        pages,
        files,
        dashboardOrigins: [dashboardUrl],
        trustedProxies,
        bodies: parts.bodies,
        clock,
        log,
        checkAnswers,
      });
    },
  };
}
