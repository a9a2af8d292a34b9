/**
 * The link from one process to a supplier: the seed determines what happens to each message and its response. Otherwise
 * the link behaves like a correct adapter, which reports only what is certain.
 */
import type { Call } from '../../../src/booking/port/call.ts';
import type { Booked, Cancelled, Cause } from '../../../src/booking/port/outcomes.ts';
import type { Supplier } from '../../../src/booking/port/supplier.ts';
import type { SeededRandom } from '../chance/seeded-random.ts';
import type { Weather } from '../chance/weather.ts';
import type { SimulatedProcess } from '../nodes/simulated-process.ts';
import type { Sent } from './ledger.ts';
import type { SimulatedSupplier } from './simulated-supplier.ts';

interface Parts {
  process: SimulatedProcess;
  random: SeededRandom;
  weather: Weather;
}

interface Message<Outcome> {
  operation: string;
  about: string;
  limitMs: number;
  /** Runs at the supplier when the message arrives. `sentMs` is when it was sent. */
  act(sentMs: number): Outcome;
  failed(cause: Cause): Outcome;
  /** Used if it is certain that nothing was sent. */
  notSent?: Outcome;
  /** Returns a wrong response instead of the real outcome. */
  distort?(outcome: Outcome): Outcome;
  mayDuplicate: boolean;
}

const FAULTS = [
  'requestLost',
  'replyLost',
  'requestDelayed',
  'replyDelayed',
  'duplicated',
  'errorBefore',
  'errorAfter',
  'garbage',
  'contradictory',
  'notSent',
] as const;

type Fault = (typeof FAULTS)[number] | 'none';

export function supplierLink(company: SimulatedSupplier, parts: Parts): Supplier {
  const { process, random, weather } = parts;
  const { timeline } = process;
  const { kind, limits, settlement, knowsReferences, code } = company.traits;

  function drawFault(operation: string): Fault {
    // Calls before a booking fail less often, so that bookings happen.
    if ((operation === 'search' || operation === 'quote') && random.chance(0.7)) return 'none';
    for (const fault of FAULTS) if (random.chance(weather[fault])) return fault;
    return 'none';
  }

  function exchange<Outcome extends { kind: string }>(
    call: Call,
    message: Message<Outcome>,
  ): Promise<Outcome> {
    const { operation, about, act, failed } = message;
    const fault = drawFault(operation);
    const sent: Sent = { operation, about, sentMs: timeline.nowMs, by: process.name };
    const leaves = fault !== 'notSent' || message.notSent === undefined;
    if (leaves) company.ledger.sent.push(sent);
    const title = `${process.name} → ${code} ${operation} ${about}`;
    timeline.note(
      `${title}${call.attempt > 1 ? ` #${call.attempt}` : ''}${fault === 'none' ? '' : ` (${fault})`}`,
    );

    return new Promise((resolve, reject) => {
      const hear = (delayMs: number, outcome: Outcome | Error) =>
        process.later(delayMs, () => {
          if (outcome instanceof Error) {
            sent.heard = { kind: 'GARBAGE', atMs: timeline.nowMs };
            return reject(outcome);
          }
          sent.heard = { kind: outcome.kind, atMs: timeline.nowMs };
          timeline.note(`${process.name} ← ${code} ${operation} ${about}: ${describe(outcome)}`);
          resolve(outcome);
        });
      const wayMs = () => random.between(5, Math.min(2_000, message.limitMs / 3));
      const arrive = (delayMs: number, then: (outcome: Outcome) => void) => {
        company.inFlight++;
        timeline.at(delayMs, () => {
          company.inFlight--;
          const outcome = act(sent.sentMs);
          timeline.note(`${code} has ${operation} ${about}: ${describe(outcome)}`);
          then(outcome);
        });
      };
      const silence = () => {};
      /** Some losses are noticed immediately, others only at the deadline. */
      const broken = () => random.chance(0.5) && hear(wayMs(), failed('CONNECTION'));
      switch (fault) {
        case 'requestLost':
          return void broken();
        case 'notSent':
          return void hear(1, message.notSent ?? failed('CONNECTION'));
        case 'replyLost':
          return void arrive(wayMs(), () => broken());
        case 'requestDelayed':
          return void arrive(message.limitMs + lateMs(), silence);
        case 'replyDelayed':
          return void arrive(wayMs(), outcome => hear(message.limitMs + lateMs(), outcome));
        case 'duplicated':
          if (message.mayDuplicate) arrive(wayMs() + lateMs(), silence);
          return void arrive(wayMs(), outcome => hear(wayMs(), outcome));
        case 'errorBefore':
          return void hear(2 * wayMs(), failed('SERVER'));
        case 'errorAfter':
          return void arrive(wayMs(), () => hear(wayMs(), failed('SERVER')));
        case 'garbage':
          return void arrive(wayMs(), () => hear(wayMs(), new Error('no JSON')));
        case 'contradictory':
          return void arrive(wayMs(), outcome => hear(wayMs(), message.distort?.(outcome) ?? outcome));
        case 'none':
          return void arrive(wayMs(), outcome => hear(wayMs(), outcome));
      }
    });
  }

  /** An additional delay, within the supplier's settle time unless this run violates it. */
  function lateMs(): number {
    return Math.floor(random.next() * weather.lagShare * settlement.settleMs);
  }

  const failed = (cause: Cause) => ({ kind: 'FAILED', cause }) as const;
  const unknown = (cause: Cause) => ({ kind: 'UNKNOWN', cause }) as const;
  const notSent = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' } as const;
  const read = <T>(operation: string, about: string, limitMs: number, act: () => T) => ({
    operation,
    about,
    limitMs,
    act,
    failed: failed as (cause: Cause) => T,
    mayDuplicate: false,
  });

  return {
    kind,
    capabilities: { referenceIsUnique: knowsReferences },
    limits,
    settlement,
    search: (call, request) =>
      exchange(
        call,
        read('search', '', limits.search, () => company.search(request)),
      ),
    quote: (call, request) =>
      exchange(
        call,
        read('quote', request.quoteId, limits.quote, () => company.quote(request)),
      ),
    release: (call, quoteId) =>
      exchange(
        call,
        read('release', quoteId, limits.quote, () => company.release(quoteId)),
      ),
    book: (call, request) =>
      exchange<Booked>(call, {
        operation: 'book',
        about: request.reference,
        limitMs: limits.book,
        act: () => company.book(request),
        failed: unknown,
        notSent,
        distort: outcome =>
          'netMinor' in outcome ? { ...outcome, netMinor: outcome.netMinor * 2 } : outcome,
        mayDuplicate: knowsReferences,
      }),
    lookup: (call, known) =>
      exchange(
        call,
        read('lookup', known.reference, limits.lookup, () => company.lookup(known)),
      ),
    sweep: (call, fromMs, toMs) =>
      exchange(
        call,
        read('sweep', '', limits.lookup, () => company.sweep(fromMs, toMs)),
      ),
    cancel: (call, known) =>
      exchange<Cancelled>(call, {
        operation: 'cancel',
        about: known.reference,
        limitMs: limits.cancel,
        act: sentMs => company.cancel(known, sentMs),
        failed: unknown,
        notSent,
        mayDuplicate: true,
      }),
    probe: async () => ({ kind: 'OK', value: null }),
  };
}

function describe(outcome: { kind: string }): string {
  const { kind, cause, reason, state } = outcome as Record<string, string>;
  return [kind, state, cause, reason].filter(part => part !== undefined).join(' ');
}
