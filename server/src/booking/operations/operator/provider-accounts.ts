import type { connectProvider, updateProvider } from '@serai/contract/account/providers.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import type { Provider } from '../../provider.ts';
import { insertAccount, lockAccount, updateAccount } from '../../providers/accounts/account-store.ts';
import {
  type Credentials,
  openCredentials,
  type ProviderAccount,
  sealCredentials,
} from '../../providers/accounts/provider-account.ts';
import type { ProviderCalls } from '../../providers/call-provider.ts';
import {
  type Adapter,
  checkFields,
  isUnset,
  type SettingValues,
} from '../../providers/connections/adapters.ts';
import { PROBE_CALL_MS, problemText } from './provider-probe.ts';
import type { ProviderParts } from './provider-view.ts';

type Connect = z.output<typeof connectProvider.input>;
type Update = z.output<typeof updateProvider.input>;
type Probed = Awaited<ReturnType<ProviderCalls['probe']>>;

const MAX_CODE_LENGTH = 32;

export interface TestedAccount {
  provider: Provider;
  probed: Probed;
  /** Stores the account. Returns the changed fields for the audit, without secret values. */
  store(tx: Database): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }>;
}

/** Checks the input and tests the connection. Nothing is stored yet. */
export async function testNewAccount(
  { providers, calls, accountSeal, clock }: ProviderParts,
  adapter: Adapter,
  input: Connect,
): Promise<TestedAccount> {
  const { environment, code = adapter.adapter, credentials = {} } = input;
  const settings = accountSettings({}, input.settings);
  const problems = [
    ...checkFields(adapter, input, true),
    ...codeProblems(adapter, code),
    ...environmentProblems(environment, settings),
  ];
  if (problems.length > 0) throw validationError(problems);
  if (providers.find(code, environment === 'sandbox') !== undefined) throw codeInUse(code);
  const provider = providers.candidate({
    adapter: adapter.adapter,
    environment,
    code,
    settings,
    credentials,
  });
  const probed = await calls.probe({
    provider,
    testMode: environment === 'sandbox',
    timeLeftMs: PROBE_CALL_MS,
  });
  refuseOtherEnvironment(probed, environment);
  return {
    provider,
    probed,
    async store(tx) {
      const sealed = sealCredentials(accountSeal, { environment, code }, credentials, isoTime(clock.nowMs()));
      const account = { environment, code, adapter: adapter.adapter, settings, credentials: sealed };
      if (!(await insertAccount(tx, account))) throw codeInUse(code);
      return {
        before: {},
        after: { adapter: adapter.adapter, code, settings, credentials: Object.keys(credentials) },
      };
    },
  };
}

/** Stored secrets are never sent to another address, because the person who sets the address could then read them. */
function addressProblems(
  { fields }: Adapter,
  account: ProviderAccount,
  settings: SettingValues,
  credentials: Credentials,
): ErrorDetail[] {
  if (settings.baseUrl === account.settings.baseUrl) return [];
  return fields
    .filter(({ name, secret }) => secret && !Object.hasOwn(credentials, name))
    .map(({ name }) => ({
      path: `/credentials/${name}`,
      code: 'REQUIRED',
      message: 'Enter this credential again, because you are changing the simulator URL (`baseUrl`).',
    }));
}

/**
 * Returns undefined if neither settings nor credentials change. New credentials are stored only if the connection test
 * succeeds.
 */
export async function testChangedAccount(
  { calls, providers, accountSeal, clock }: ProviderParts,
  adapter: Adapter,
  account: ProviderAccount,
  input: Update,
): Promise<TestedAccount | undefined> {
  const { environment, code } = account;
  const { credentials = {} } = input;
  const settings = accountSettings(account.settings, input.settings);
  const problems = [
    ...checkFields(adapter, input, false),
    ...environmentProblems(environment, input.settings ?? {}),
    ...addressProblems(adapter, account, settings, credentials),
  ];
  if (problems.length > 0) throw validationError(problems);
  const settingNames = Object.keys({ ...account.settings, ...settings }).filter(
    name => account.settings[name] !== settings[name],
  );
  const isRotated = Object.keys(credentials).length > 0;
  if (settingNames.length === 0 && !isRotated) return undefined;
  const all: Credentials = { ...openCredentials(accountSeal, account), ...credentials };
  const provider = providers.candidate({
    adapter: adapter.adapter,
    environment,
    code,
    settings,
    credentials: all,
  });
  const probed = await calls.probe({
    provider,
    testMode: environment === 'sandbox',
    timeLeftMs: PROBE_CALL_MS,
  });
  refuseOtherEnvironment(probed, environment);
  if (isRotated && probed.kind !== 'OK')
    throw new ApiError('INVALID_STATE', `${problemText(probed)} The old credentials are still in use.`);
  return {
    provider,
    probed,
    async store(tx) {
      const present = (await lockAccount(tx, account)) ?? account;
      if (present.version !== account.version)
        throw new ApiError('INVALID_STATE', 'The account was changed at the same time. Try again.');
      const sealed = sealCredentials(accountSeal, account, credentials, isoTime(clock.nowMs()));
      await updateAccount(tx, { ...account, settings, credentials: { ...account.credentials, ...sealed } });
      const pick = (values: SettingValues) =>
        Object.fromEntries(settingNames.map(name => [name, values[name] ?? null]));
      const rotated = isRotated ? { credentials: Object.keys(credentials) } : {};
      return { before: pick(account.settings), after: { ...pick(settings), ...rotated } };
    },
  };
}

/** The timeout is stored with the connection, not with the account. Empty strings and zero remove a setting. */
function accountSettings(
  present: SettingValues,
  { timeoutMs: _, ...given }: SettingValues = {},
): SettingValues {
  const merged = { ...present, ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => !isUnset(value)));
}

function codeProblems({ adapter, codes }: Adapter, code: string): ErrorDetail[] {
  if (codes.test(code) && code.length <= MAX_CODE_LENGTH) return [];
  const message = `Use ${adapter}, or ${adapter} followed by a hyphen and a suffix, at most ${MAX_CODE_LENGTH} characters.`;
  return [{ path: '/code', code: 'INVALID_VALUE', message }];
}

function environmentProblems(environment: Environment, settings: SettingValues): ErrorDetail[] {
  if (environment === 'sandbox' || settings.baseUrl === undefined) return [];
  const message = 'Only accounts in the sandbox can use a simulator. Remove this setting.';
  return [{ path: '/settings/baseUrl', code: 'NOT_ALLOWED', message }];
}

function refuseOtherEnvironment(probed: Probed, environment: Environment): void {
  if (probed.kind !== 'FAILED' || probed.cause !== 'ENVIRONMENT') return;
  const message = `These credentials do not belong to ${environment}. Use the supplier's ${environment === 'sandbox' ? 'test' : 'live'} credentials.`;
  throw validationError([{ path: '/credentials', code: 'WRONG_ENVIRONMENT', message }]);
}

function codeInUse(code: string): ApiError {
  return new ApiError(
    'INVALID_STATE',
    `The code ${code} is already in use. Change that account with providers/update, or choose another code.`,
  );
}
