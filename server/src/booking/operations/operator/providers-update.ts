import { updateProvider } from '@serai/contract/account/providers.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import type { Provider } from '../../provider.ts';
import { adapterOf, checkFields, type SettingValues } from '../../providers/connections/adapters.ts';
import { changeConnection, timeoutOf } from './change-connection.ts';
import { allProviders, type ProviderParts, providerIdOf } from './provider-parts.ts';
import { providerView } from './provider-view.ts';

export function providersUpdate(parts: ProviderParts): OperatorHandler {
  const { providers, calls, startedAtMs } = parts;
  return operate(updateProvider, async (context, { providerId, settings, credentials, ...members }) => {
    const provider = allProviders(providers).find(each => providerIdOf(each) === providerId);
    if (provider === undefined) throw new ApiError('NOT_FOUND', 'There is no such provider.');
    checkChanges(provider, settings, credentials);
    const changes = { ...members, timeoutMs: timeoutOf(settings) };
    const connection = await changeConnection(parts, updateProvider, context, provider, changes);
    return { provider: providerView(provider, connection, calls.poolsOf(provider), startedAtMs) };
  });
}

function checkChanges(
  { code }: Provider,
  settings: SettingValues = {},
  credentials: SettingValues | undefined,
): void {
  const adapter = adapterOf(code);
  if (adapter === undefined) return;
  const own = Object.entries(adapter.ownSettings(code));
  const moved = own.filter(([name, value]) => settings[name] !== undefined && settings[name] !== value);
  const problems: ErrorDetail[] = [
    ...checkFields(adapter, { settings, credentials }, false),
    ...moved.map(([name]) => ({
      path: `/settings/${name}`,
      code: 'NOT_ALLOWED',
      message: 'It says which provider this is, and stays.',
    })),
  ];
  if (problems.length > 0) throw validationError(problems);
}
