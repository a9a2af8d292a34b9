import { connectProvider } from '@serai/contract/account/providers.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { z } from 'zod';
import { isoTime } from '../../../platform/iso-time.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import type { Provider, Providers } from '../../provider.ts';
import { ADAPTERS, checkFields } from '../../providers/connections/adapters.ts';
import { changeConnection, timeoutOf } from './change-connection.ts';
import type { ProviderParts } from './provider-parts.ts';
import { providerView } from './provider-view.ts';

type Connect = z.output<typeof connectProvider.input>;

/** Those that come with the service are connected from the start: connecting one sets it anew. */
export function providersConnect(parts: ProviderParts): OperatorHandler {
  const { providers, calls, startedAtMs } = parts;
  return operate(connectProvider, async (context, input) => {
    const provider = findWanted(providers, input);
    const tried = await calls.probe({ provider, testMode: input.environment === 'sandbox' });
    const connection = await changeConnection(parts, connectProvider, context, provider, {
      name: input.name,
      enabled: true,
      preference: input.preference ?? provider.preference,
      timeoutMs: timeoutOf(input.settings) ?? null,
    });
    const view = providerView(provider, connection, calls.poolsOf(provider), startedAtMs);
    if (tried.kind === 'OK' || tried.kind === 'SKIPPED') return { provider: view };
    const since = isoTime(connection.updatedAt.getTime());
    const message = 'It did not answer when it was tried.';
    return { provider: { ...view, health: { state: 'DOWN' as const, since, message } } };
  });
}

function findWanted(providers: Providers, input: Connect): Provider {
  const { environment, settings = {} } = input;
  const adapter = ADAPTERS.find(each => each.adapter === input.adapter);
  if (adapter === undefined) {
    throw wrong(
      '/adapter',
      'UNKNOWN_ADAPTER',
      `Use one of ${ADAPTERS.map(each => each.adapter).join(', ')}.`,
    );
  }
  if (!adapter.environments.includes(environment)) {
    throw wrong(
      '/environment',
      'NOT_ALLOWED',
      `This adapter works in ${adapter.environments.join(', ')} only.`,
    );
  }
  const problems = checkFields(adapter, input, true);
  if (problems.length > 0) throw validationError(problems);
  const provider = providers.find(adapter.codeOf(settings), environment === 'sandbox');
  if (provider === undefined)
    throw wrong('/adapter', 'UNKNOWN_ADAPTER', 'This service has no such provider.');
  return provider;
}

function wrong(path: string, code: string, message: string) {
  const detail: ErrorDetail = { path, code, message };
  return validationError([detail]);
}
