/**
 * Tests a connection step by step, so that staff see what works and what to do next. It reads content and searches, and never
 * books.
 */
import type { probeProvider } from '@serai/contract/account/providers.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { addDays } from '../../../platform/time/civil-date.ts';
import type { Cause, Read } from '../../port/outcomes.ts';
import type { SearchRequest } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import type { ProviderCalls, Skipped } from '../../providers/call-provider.ts';
import { environmentOf } from '../../providers/connections/connection.ts';
import { supplierWords } from '../../providers/health/supplier-words.ts';

export type ProbeStep = z.input<typeof probeProvider.output>['steps'][number];
type StepName = ProbeStep['step'];
type Outcome = Read<unknown> | Skipped;

/** The steps together must stay below the time limit of the command line. */
export const PROBE_CALL_MS = 8_000;
/** Suppliers that check signatures tolerate a few minutes. A difference of more than this already indicates a wrong clock. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;
const DAYS_AHEAD = 60;

interface Parts {
  calls: Pick<ProviderCalls, 'probe' | 'sampleHotels' | 'probeSearch'>;
  clock: Clock;
}

/** `isAccount` is false for built-in providers, which have no credentials. */
export async function probeSteps(parts: Parts, provider: Provider, isAccount: boolean): Promise<ProbeStep[]> {
  const { calls, clock } = parts;
  const exchanges: ProviderExchange[] = [];
  const context = {
    provider,
    testMode: environmentOf(provider) === 'sandbox',
    timeLeftMs: PROBE_CALL_MS,
    onExchanges: (own: readonly ProviderExchange[]) => void exchanges.push(...own),
  };
  const probed = await calls.probe(context);
  if (!isAccount) return [connectionSteps(probed, environmentOf(provider), null)[0] as ProbeStep];
  const steps = connectionSteps(probed, environmentOf(provider), wordsOf(exchanges));
  steps.push(clockStep(exchanges, clock));
  if (probed.kind !== 'OK') return [...steps, skipped('CONTENT'), skipped('SEARCH')];
  exchanges.length = 0;
  const hotels = await calls.sampleHotels(context);
  steps.push(contentStep(hotels, wordsOf(exchanges)));
  if (hotels.kind !== 'OK' || hotels.value.length === 0) return [...steps, skipped('SEARCH')];
  exchanges.length = 0;
  const found = await calls.probeSearch(context, sampleSearch(hotels.value, clock.nowMs()));
  steps.push(searchStep(found, wordsOf(exchanges)));
  return steps;
}

/** The result in one sentence: the first problem, or what works. */
export function probeMessage(steps: readonly ProbeStep[], environment: Environment): string {
  const failed = steps.find(({ result }) => result === 'FAILED');
  if (failed !== undefined) return failed.message;
  return steps.length > 1
    ? `The credentials work and belong to ${environment}. Content and searches work.`
    : 'The connection works.';
}

function wordsOf(exchanges: readonly ProviderExchange[]): string | null {
  const last = exchanges.at(-1);
  return last === undefined ? null : supplierWords(last);
}

function sampleSearch(supplierIds: readonly string[], nowMs: number): SearchRequest {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return {
    checkIn: addDays(today, DAYS_AHEAD),
    checkOut: addDays(today, DAYS_AHEAD + 1),
    occupancies: [{ adults: 2, childAges: [] }],
    market: { nationality: 'ES', currency: 'EUR', language: 'en' },
    hotels: supplierIds.map((supplierId, index) => ({
      hotelId: `probe-${index}`,
      supplierIds: [supplierId],
      countryCode: 'ES',
      timeZone: null,
      rooms: [],
    })),
  };
}

function passed(step: StepName, message: string): ProbeStep {
  return { step, result: 'PASSED', message, supplierSays: null, nextStep: null };
}

function skipped(step: StepName, message = 'Not tested, because an earlier step failed.'): ProbeStep {
  return { step, result: 'SKIPPED', message, supplierSays: null, nextStep: null };
}

function failed(step: StepName, message: string, nextStep: string, supplierSays: string | null): ProbeStep {
  return { step, result: 'FAILED', message, supplierSays, nextStep };
}

function connectionSteps(probed: Outcome, environment: Environment, words: string | null): ProbeStep[] {
  const cause = causeOf(probed);
  const reachable = passed('REACHABLE', 'The provider responds.');
  switch (cause) {
    case null:
      return [
        reachable,
        passed('CREDENTIALS', 'The provider accepts the credentials.'),
        passed('ENVIRONMENT', `The credentials belong to ${environment}.`),
      ];
    case 'NOT_SENT':
    case 'CONNECTION':
    case 'TIMEOUT':
      return [
        failed('REACHABLE', problemOf(cause), adviceOf(cause), words),
        skipped('CREDENTIALS'),
        skipped('ENVIRONMENT'),
      ];
    case 'ENVIRONMENT':
      return [
        skipped('REACHABLE', 'Not tested, because the credentials belong to another environment.'),
        skipped('CREDENTIALS', 'Not tested, because the credentials belong to another environment.'),
        failed(
          'ENVIRONMENT',
          `The credentials do not belong to ${environment}.`,
          `Use the supplier's ${environment === 'sandbox' ? 'test' : 'live'} credentials, or connect these in the other environment.`,
          words,
        ),
      ];
    default:
      return [
        reachable,
        failed('CREDENTIALS', problemOf(cause), adviceOf(cause), words),
        skipped('ENVIRONMENT'),
      ];
  }
}

/** The difference between our clock and the supplier's, from the `date` header of its response. */
function clockStep(exchanges: readonly ProviderExchange[], clock: Clock): ProbeStep {
  const dates = exchanges.flatMap(({ response }) => response?.headers.date ?? []);
  const theirMs = Date.parse(dates.at(-1) ?? '');
  if (Number.isNaN(theirMs)) return skipped('CLOCK', "The supplier's response has no time to compare with.");
  const seconds = Math.round((clock.nowMs() - theirMs) / 1_000);
  if (Math.abs(seconds) * 1_000 <= MAX_CLOCK_DIFFERENCE_MS)
    return passed('CLOCK', 'The clock of this host agrees with that of the supplier.');
  return failed(
    'CLOCK',
    `The clock of this host is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} that of the supplier.`,
    'Synchronise the clock of this host, for example with NTP. Suppliers reject signatures with a wrong time.',
    null,
  );
}

function contentStep(hotels: Read<readonly string[]> | Skipped, words: string | null): ProbeStep {
  if (hotels.kind === 'OK' && hotels.value.length > 0)
    return passed('CONTENT', 'The hotel content can be read.');
  if (hotels.kind === 'OK' || hotels.kind === 'NONE')
    return failed(
      'CONTENT',
      'The supplier lists no hotels for this account.',
      'Ask the supplier which hotels the account may sell.',
      words,
    );
  const cause = causeOf(hotels);
  return failed('CONTENT', problemOf(cause), accessAdvice(cause, 'content'), words);
}

function searchStep(found: Outcome, words: string | null): ProbeStep {
  const cause = causeOf(found);
  if (cause !== null) return failed('SEARCH', problemOf(cause), accessAdvice(cause, 'searches'), words);
  return passed(
    'SEARCH',
    found.kind === 'OK'
      ? 'The test search succeeded.'
      : 'The test search succeeded, but found no rooms in the tested hotels on the tested date.',
  );
}

type Problem = Cause | 'THROTTLED' | 'NOT_SENT' | 'UNSUPPORTED';

/** Returns null if the supplier responded as expected. NONE and GONE are responses too. */
function causeOf(outcome: Outcome): Problem | null {
  switch (outcome.kind) {
    case 'OK':
    case 'NONE':
    case 'GONE':
      return null;
    case 'FAILED':
      return outcome.cause;
    case 'SKIPPED':
      return 'NOT_SENT';
    default:
      return outcome.kind;
  }
}

export function problemOf(cause: Problem | null): string {
  switch (cause) {
    case null:
      return 'The connection works.';
    case 'THROTTLED':
      return 'The provider rejected the test because of its rate limits.';
    case 'NOT_SENT':
      return 'The test was not sent, because too many calls to this provider are running or its call budget is used up.';
    case 'CREDENTIALS':
      return 'The provider rejected the credentials.';
    case 'TIMEOUT':
      return 'The provider did not respond in time.';
    case 'CONNECTION':
      return 'The provider could not be reached.';
    case 'UNSUPPORTED':
      return 'The provider could not be tested.';
    case 'SERVER':
      return 'The provider responded with an error.';
    default:
      return `The provider's response to the test was not usable (${cause}).`;
  }
}

function adviceOf(cause: Problem | null): string {
  switch (cause) {
    case 'CONNECTION':
      return 'Check the internet connection, DNS and firewall of this host. With a simulator, check baseUrl.';
    case 'TIMEOUT':
    case 'SERVER':
      return "Try again in a few minutes. If the problem persists, check the supplier's status page.";
    case 'THROTTLED':
    case 'NOT_SENT':
      return 'Try again in a minute, and compare perMinute and perDay with the limits of your contract.';
    case 'CREDENTIALS':
      return 'Set the credentials again with serai providers update. If they are correct, ask the supplier whether the account is active and whether this host may call it.';
    default:
      return 'The response is not what the supplier documents. Compare the recorded exchange with its documentation.';
  }
}

function accessAdvice(cause: Problem | null, what: string): string {
  return cause === 'CREDENTIALS' ? `Ask the supplier to enable ${what} for this account.` : adviceOf(cause);
}

export function problemText(probed: Outcome): string {
  return problemOf(causeOf(probed));
}
