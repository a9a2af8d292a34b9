/** What `settings` makes of a request: which side of the wall it is on, how long it may take, what is forced on it. */
import { SCENARIOS, type Scenario, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { TIMEOUTS } from '@serai/contract/shared/settings.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { RequestContext, Warning } from '../../platform/operations/handler.ts';

export interface RequestSettings {
  timeout?: number | undefined;
  testMode?: boolean | undefined;
  auditTransactions?: boolean | undefined;
  scenario?: string | undefined;
}

export interface RequestMode {
  testMode: boolean;
  /** Whose hotels it sees. */
  catalogue: Environment;
  timeoutMs: number;
  /** Of providers; platform scenarios have acted already. */
  scenario: ScenarioName | undefined;
  /** Of the deliveries of events. */
  webhookScenario: ScenarioName | undefined;
  /** Whether the answer shows the exchanges with providers. */
  isAudited: boolean;
  warnings: readonly Warning[];
}

const AUDIT_NOT_PERMITTED: Warning = {
  code: 'AUDIT_NOT_PERMITTED',
  message: 'auditTransactions works in test mode only and was ignored.',
};

const RETRY_AFTER_SECONDS = 1;

/**
 * Throws what a platform scenario forces, and what the settings do not allow. `kept` is the mode of the offer, quote or booking
 * that the request is about, which it has unless it asks for the other.
 */
export function requestMode(
  { environment }: Pick<RequestContext, 'environment'>,
  operation: keyof typeof TIMEOUTS,
  settings: RequestSettings = {},
  kept?: boolean,
): RequestMode {
  if (environment === 'sandbox' && settings.testMode === false) {
    throw new ApiError('FORBIDDEN', 'A sandbox key always works in test mode; leave settings.testMode out.');
  }
  const testMode = environment === 'sandbox' || (settings.testMode ?? kept ?? false);
  const scenario =
    settings.scenario === undefined ? undefined : allowed(settings.scenario, operation, testMode);
  if (scenario?.group === 'PLATFORM') actOut(scenario.name);
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

function allowed(name: string, operation: string, testMode: boolean): Scenario {
  if (!testMode) {
    throw new ApiError('SCENARIO_NOT_ALLOWED', 'Scenarios are played in test mode only.');
  }
  const scenario: Scenario | undefined = SCENARIOS.find(candidate => candidate.name === name);
  if (scenario === undefined) {
    throw new ApiError(
      'SCENARIO_NOT_ALLOWED',
      'There is no scenario of that name; `serai scenarios` lists them.',
    );
  }
  if (scenario.operation !== 'any' && scenario.operation !== operation) {
    const where = `${scenario.name} is played on ${scenario.operation}, not on ${operation}.`;
    throw new ApiError('SCENARIO_NOT_ALLOWED', where);
  }
  return scenario;
}

function actOut(name: string): void {
  switch (name) {
    case 'limit.429': {
      const message = `Too many requests. Try again in ${RETRY_AFTER_SECONDS} second.`;
      throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    case 'error.500':
      throw new ApiError('INTERNAL_ERROR', 'The scenario asked for a failure. Nothing was sent.');
    case 'error.503':
      throw new ApiError('SERVICE_UNAVAILABLE', 'The scenario asked for an outage. Nothing was sent.');
  }
}
