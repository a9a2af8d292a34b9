import { AsyncLocalStorage } from 'node:async_hooks';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Database } from '../../../platform/database/connect.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { FoundPerson, People, PeopleParts } from '../people.ts';
import { hashPassword, verifyPassword } from './argon2id.ts';
import { passingStorage, sessionHeaders } from './passing-sessions.ts';
import { peopleAdapter } from './people-adapter-store.ts';

const ISSUER = 'Serai';

export async function loadPeople({ key, clock }: PeopleParts): Promise<People> {
  const secret = key.toString('base64');
  const transaction = new AsyncLocalStorage<Database>();
  const storage = passingStorage();
  const auth = library({ secret, storage, current: () => databaseOf(transaction) });
  const context = await auth.$context;
  const { internalAdapter } = context;
  const nobodysHash = await hashPassword(secret);

  /** Runs a call that needs a session of the library. */
  function asPerson<T>(tx: Database, id: string, call: (headers: Headers) => Promise<T>): Promise<T> {
    return transaction.run(tx, () =>
      storage.within(async () => {
        const { token } = await internalAdapter.createSession(id);
        return call(await sessionHeaders(context.authCookies.sessionToken.name, token, secret));
      }),
    );
  }

  async function withPassword(user: Record<string, unknown> | null): Promise<FoundPerson | undefined> {
    if (user === null) return undefined;
    const { id, email, twoFactorEnabled } = user as { id: string; email: string; twoFactorEnabled?: boolean };
    const credential = await internalAdapter.findCredentialAccount(id);
    if (!credential?.password) return undefined;
    return { id, email, hasSecondFactor: twoFactorEnabled === true, passwordHash: credential.password };
  }

  return {
    hashPassword,
    async isPassword(password, person, turn) {
      const isRight = await verifyPassword({ hash: person?.passwordHash ?? nobodysHash, password }, turn);
      return isRight && person !== undefined;
    },
    findByEmail: (at, email) =>
      transaction.run(at, async () =>
        withPassword((await internalAdapter.findUserByEmail(email))?.user ?? null),
      ),
    findById: (at, id) =>
      transaction.run(at, async () => withPassword(await internalAdapter.findUserById(id))),
    create: (tx, { name, email, passwordHash }) =>
      transaction.run(tx, async () => {
        const now = new Date(clock.nowMs());
        const times = { createdAt: now, updatedAt: now };
        const user = { name, email, emailVerified: false, ...times };
        const { id } = await internalAdapter.createUser(user, { method: 'email-password' });
        const credential = { userId: id, accountId: id, providerId: 'credential', password: passwordHash };
        await internalAdapter.createAccount({ ...credential, ...times });
        return id;
      }),
    update: (tx, id, changes) =>
      transaction.run(tx, async () => {
        await internalAdapter.updateUser(id, changes);
      }),
    savePassword: (tx, id, passwordHash) =>
      transaction.run(tx, () => internalAdapter.updatePassword(id, passwordHash)),
    remove: (tx, id) => transaction.run(tx, () => internalAdapter.deleteUser(id)),
    async beginSecondFactor(tx, id, password) {
      const body = { password, method: 'totp' as const };
      const made = await rightOr(undefined, () =>
        asPerson(tx, id, headers => auth.api.enableTwoFactor({ body, headers })),
      );
      return made && 'totpURI' in made ? made.totpURI : undefined;
    },
    isAuthenticatorCode: (tx, id, code) =>
      rightOr(false, () =>
        asPerson(tx, id, async headers => {
          await auth.api.verifyTOTP({ body: { code }, headers });
          return true;
        }),
      ),
    takeBackupCode: (tx, id, code) =>
      rightOr(false, () =>
        asPerson(tx, id, async headers => {
          await auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers });
          return true;
        }),
      ),
    listBackupCodes: (at, id) =>
      rightOr([], () =>
        transaction.run(
          at,
          async () => (await auth.api.viewBackupCodes({ body: { userId: id } })).backupCodes,
        ),
      ),
    async disableSecondFactor(tx, id, password) {
      await asPerson(tx, id, headers => auth.api.disableTwoFactor({ body: { password }, headers }));
    },
  };
}

/** Returns the transaction of the current call. The library's functions have no parameter for it. */
function databaseOf(transaction: AsyncLocalStorage<Database>): Database {
  const db = transaction.getStore();
  if (db === undefined) throw new Error('better-auth used the database outside of a call');
  return db;
}

/** Returns `refused` if the library rejects the call. Rethrows other errors. */
async function rightOr<T>(refused: T, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return refused;
    throw error;
  }
}

interface LibraryParts {
  secret: string;
  storage: ReturnType<typeof passingStorage>;
  current: () => Database;
}

function library({ secret, storage, current }: LibraryParts) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    appName: ISSUER,
    secret,
    // Never contacted, because no route of the library is served.
    baseURL: 'http://people.invalid',
    database: peopleAdapter(current),
    secondaryStorage: storage,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 1,
      password: {
        hash: password => hashPassword(password),
        verify: given => verifyPassword(given),
      },
    },
    advanced: {
      disableOriginCheck: true,
      database: { generateId: () => newId('per'), validateSchema: false },
    },
    user: { modelName: 'person', fields: { emailVerified: 'email_verified', ...times } },
    account: {
      modelName: 'person_credential',
      fields: { userId: 'person_id', providerId: 'provider_id', accountId: 'account_id', ...times },
    },
    plugins: [
      twoFactor({
        issuer: ISSUER,
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'person_second_factor',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
  });
}
