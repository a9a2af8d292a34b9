/** Simulates Rapid over HTTP: signatures, required headers, throttling and the routes to the simulated operations. */
import type { Clock } from '../../../src/platform/clock.ts';
import {
  type SimulatedRequest,
  type SimulatedResponse,
  type SupplierSimulator,
  startSimulator,
} from '../supplier-simulator.ts';
import { Budget, type Credentials, checkAccess, throttled } from './access.ts';
import { downloadContentFile, linkContentFile, listContent, listInactive } from './content-bodies.ts';
import type { RapidLedger } from './ledger.ts';
import { type Conditions, RapidWorld } from './world.ts';

export interface RapidSimulator extends SupplierSimulator {
  readonly world: RapidWorld;
  readonly ledger: RapidLedger;
  set(conditions: Partial<Conditions>): void;
}

export interface RapidOptions {
  clock: Pick<Clock, 'nowMs'>;
  seed?: string;
  properties?: number;
  accounts?: readonly Credentials[];
  port?: number | undefined;
}

export const ACCOUNT: Credentials = { apiKey: 'simulated-key', secret: 'simulated-secret' };

type Work = (request: SimulatedRequest) => SimulatedResponse;

export async function startRapid({
  clock,
  seed = 'rapid',
  properties = 12,
  accounts = [ACCOUNT],
  port,
}: RapidOptions): Promise<RapidSimulator> {
  const world = new RapidWorld(clock, seed, properties);
  const budget = new Budget();
  let origin = '';

  function guarded(operation: string, request: SimulatedRequest, work: Work): SimulatedResponse {
    const { perMinute, perDay, isBroken } = world.conditions;
    const refused =
      isBroken === 'IGNORES_SIGNATURE' ? undefined : checkAccess(operation, request, accounts, clock.nowMs());
    if (refused !== undefined) return refused;
    const { headers, isThrottled } = budget.take(clock.nowMs(), perMinute, perDay);
    if (isThrottled) return throttled(headers);
    const response = work(request);
    return { ...response, headers: { ...headers, ...response.headers } };
  }

  const simulator = await startSimulator(
    request => {
      const found = find(world, request, () => origin);
      if (found === undefined) return undefined;
      const { operation, work } = found;
      if (operation === 'contentDownload') return { operation, respond: () => work(request) };
      return { operation, respond: () => guarded(operation, request, work) };
    },
    { port },
  );
  origin = simulator.url;
  return {
    ...simulator,
    world,
    ledger: world.ledger,
    set: conditions => {
      world.conditions = { ...world.conditions, ...conditions };
    },
  };
}

const PATTERNS: readonly { method: string; path: RegExp; operation: string }[] = [
  { method: 'GET', path: /^\/v3\/properties\/availability$/, operation: 'search' },
  { method: 'GET', path: /^\/v3\/properties\/\d+\/rooms\/\w+\/rates\/\w+$/, operation: 'priceCheck' },
  { method: 'POST', path: /^\/v3\/itineraries$/, operation: 'book' },
  { method: 'GET', path: /^\/v3\/itineraries$/, operation: 'lookup' },
  { method: 'GET', path: /^\/v3\/itineraries\/\d+$/, operation: 'retrieve' },
  { method: 'DELETE', path: /^\/v3\/itineraries\/\d+\/rooms\/\w+$/, operation: 'cancel' },
  { method: 'GET', path: /^\/v3\/properties\/content$/, operation: 'content' },
  { method: 'GET', path: /^\/v3\/properties\/inactive$/, operation: 'inactive' },
  { method: 'GET', path: /^\/v3\/files\/properties\/content$/, operation: 'contentFile' },
  { method: 'GET', path: /^\/files\/propertycontent\.jsonl\.gz$/, operation: 'contentDownload' },
];

function find(world: RapidWorld, { method, path }: SimulatedRequest, origin: () => string) {
  const operation = PATTERNS.find(each => each.method === method && each.path.test(path))?.operation;
  const works: Readonly<Record<string, Work>> = {
    search: request => world.search(request),
    priceCheck: request => world.priceCheck(request),
    book: request => world.book(request),
    lookup: request => world.lookup(request),
    retrieve: request => world.retrieve(request),
    cancel: request => world.cancel(request),
    content: request => listContent(world, request, origin()),
    inactive: request => listInactive(world, request, origin()),
    contentFile: request => linkContentFile(world, request, origin()),
    contentDownload: request => downloadContentFile(world, request),
  };
  const work = operation === undefined ? undefined : works[operation];
  return operation === undefined || work === undefined ? undefined : { operation, work };
}
