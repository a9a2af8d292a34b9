import { MAX_AUDIT_BYTES, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { SCENARIOS, type Scenario, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { TIMEOUTS } from '@serai/contract/shared/settings.ts';
import { ApiError } from '../platform/api-error.ts';
import type { RequestContext, Warning } from '../platform/operations/handler.ts';
import type { Call } from './port/call.ts';

export interface RequestSettings {
  timeout?: number | undefined;
  testMode?: boolean | undefined;
  auditTransactions?: boolean | undefined;
  scenario?: string | undefined;
}

export interface RequestMode {
  testMode: boolean;
  catalogue: Environment;
  timeoutMs: number;
  /** Scenario for providers. Platform scenarios have already been applied. */
  scenario: ScenarioName | undefined;
  webhookScenario: ScenarioName | undefined;
  isAudited: boolean;
  warnings: readonly Warning[];
}

/** Returns the client of a request, as suppliers need it, or undefined if its address is unknown. */
export function clientOf({ clientAddress }: Pick<RequestContext, 'clientAddress'>): Call['client'] {
  return clientAddress === undefined ? undefined : { ip: clientAddress };
}

const AUDIT_NOT_PERMITTED: Warning = {
  code: 'AUDIT_NOT_PERMITTED',
  message: 'auditTransactions is available in test mode only and was ignored.',
};

const RETRY_AFTER_SECONDS = 1;

/**
 * Throws if the settings are not allowed, or if a platform scenario forces an error. `inherited` is the mode of the offer, quote or
 * booking that the request refers to. It applies unless the request sets `testMode`.
 */
export function requestMode(
  { environment }: Pick<RequestContext, 'environment'>,
  operation: keyof typeof TIMEOUTS,
  settings: RequestSettings = {},
  inherited?: boolean,
): RequestMode {
  if (environment === 'sandbox' && settings.testMode === false) {
    throw new ApiError('FORBIDDEN', 'A sandbox key always works in test mode. Omit settings.testMode.');
  }
  const testMode = environment === 'sandbox' || (settings.testMode ?? inherited ?? false);
  const scenario =
    settings.scenario === undefined ? undefined : findScenario(settings.scenario, operation, testMode);
  if (scenario?.group === 'PLATFORM') applyPlatformScenario(scenario.name);
  const asksAudit = settings.auditTransactions === true;
  return {
    testMode,
    catalogue: testMode ? 'sandbox' : 'production',
    timeoutMs: settings.timeout ?? TIMEOUTS[operation].default,
    scenario: scenario?.group === 'PLATFORM' ? undefined : (scenario?.name as ScenarioName | undefined),
    webhookScenario: scenario?.group === 'PLATFORM' ? (scenario.name as ScenarioName) : undefined,
    isAudited: asksAudit && testMode,
    warnings: asksAudit && !testMode ? [AUDIT_NOT_PERMITTED] : [],
  };
}

function findScenario(name: string, operation: string, testMode: boolean): Scenario {
  if (!testMode) {
    throw new ApiError('SCENARIO_NOT_ALLOWED', 'Scenarios are available in test mode only.');
  }
  const scenario: Scenario | undefined = SCENARIOS.find(candidate => candidate.name === name);
  if (scenario === undefined) {
    throw new ApiError('SCENARIO_NOT_ALLOWED', 'Unknown scenario. Run `serai scenarios` to list them.');
  }
  if (scenario.operation !== 'any' && scenario.operation !== operation) {
    const where = `${scenario.name} applies to ${scenario.operation}, not to ${operation}.`;
    throw new ApiError('SCENARIO_NOT_ALLOWED', where);
  }
  return scenario;
}

function applyPlatformScenario(name: string): void {
  switch (name) {
    case 'limit.429': {
      const message = `Too many requests. Try again in ${RETRY_AFTER_SECONDS} second.`;
      throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    case 'error.500':
      throw new ApiError('INTERNAL_ERROR', 'The scenario forced a failure. Nothing was sent.');
    case 'error.503':
      throw new ApiError('SERVICE_UNAVAILABLE', 'The scenario forced an outage. Nothing was sent.');
  }
}

/**
 * The exchanges in an audited response. If they exceed the size limit, bodies are dropped and marked as truncated:
 * first those for which `isLast` is true, then the oldest.
 */
export function shownExchanges(
  exchanges: readonly ProviderExchange[],
  isLast: (exchange: ProviderExchange) => boolean = () => false,
): { transactions: ProviderExchange[] } {
  let left = MAX_AUDIT_BYTES;
  const fit = <Message extends { body: string | null; truncated: boolean }>(message: Message): Message => {
    const size = message.body === null ? 0 : Buffer.byteLength(message.body);
    if (size > left) return { ...message, body: null, truncated: true };
    left -= size;
    return message;
  };
  const newestFirst = exchanges.toReversed();
  const byWorth = [...newestFirst.filter(each => !isLast(each)), ...newestFirst.filter(isLast)];
  const fitting = new Map(
    byWorth.map(each => {
      const request = fit(each.request);
      return [each, { ...each, request, response: each.response && fit(each.response) }];
    }),
  );
  return { transactions: exchanges.map(each => fitting.get(each) ?? each) };
}
