/**
 * Partners that book one stay after another and cancel every third booking. They retry after a 503 and if no response
 * arrives, as the guide recommends.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Partner, PartnerAnswer } from './partner.ts';

export interface BookerAnswer {
  operation: string;
  endedMs: number;
  status: number;
  code: string;
  tookMs: number;
}

export interface Bookers {
  answers: readonly BookerAnswer[];
  /** Returns when the first successful response after `afterMs` arrived, or undefined. */
  firstGoodMs(afterMs: number): number | undefined;
  /** Lets the partners finish their current bookings. */
  stop(): Promise<void>;
}

const PAUSE_MS = 200;
/** Maximum number of attempts for one request. */
const MOST_TRIES = 100;

interface BookerOptions {
  cancels?: boolean;
  /** Whether cancellations accept any penalty up to the price. */
  acceptsPenalties?: boolean;
  /** Quotes the next stay to book. Default: the hotel of the scenario `ok`. */
  request?: (partner: Partner) => ReturnType<Partner['bookRequest']>;
}

export function startBookers(
  partners: readonly Partner[],
  {
    cancels = true,
    acceptsPenalties = false,
    request: next = partner => partner.bookRequest(),
  }: BookerOptions = {},
): Bookers {
  const answers: BookerAnswer[] = [];
  let isOver = false;

  async function ask(partner: Partner, operation: string, body: object): Promise<PartnerAnswer> {
    for (let tries = 1; ; tries++) {
      const answer = await partner.call(operation, body);
      const { status, json, tookMs } = answer;
      answers.push({ operation, endedMs: Date.now(), status, code: json?.error?.code ?? '', tookMs });
      if ((status !== 0 && status !== 503) || tries === MOST_TRIES) return answer;
      await delay(PAUSE_MS);
    }
  }

  async function bookOn(partner: Partner): Promise<void> {
    for (let number = 0; !isOver; number++) {
      const request = await next(partner).catch(() => undefined);
      if (request === undefined) {
        await delay(PAUSE_MS);
        continue;
      }
      const { json } = await ask(partner, 'booking', request);
      const { clientReference, price } = json?.booking ?? {};
      if (!cancels || clientReference === undefined || number % 3 !== 0) continue;
      await ask(partner, 'cancel', { clientReference, ...(acceptsPenalties && { maxPenalty: price.net }) });
    }
  }

  const done = Promise.all(partners.map(bookOn));
  return {
    answers,
    firstGoodMs: afterMs =>
      answers.find(({ endedMs, status }) => endedMs > afterMs && (status === 200 || status === 202))?.endedMs,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

/** Returns a summary such as `booking 200: 17, booking 503 SERVICE_UNAVAILABLE: 2`. */
export function tally(answers: readonly BookerAnswer[]): string {
  const groups = Map.groupBy(answers, ({ operation, status, code }) =>
    [operation, status || 'no response', code].filter(Boolean).join(' '),
  );
  return [...groups].map(([name, of]) => `${name}: ${of.length}`).join(', ');
}
