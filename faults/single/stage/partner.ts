import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { addDays } from '../../../server/src/platform/time/civil-date.ts';
import { bookingRequest, type Loose } from '../../../server/test/booking-request.ts';
import type { ClientAnswer, Heard } from '../../../server/test/simulation/clients/client-history.ts';

export interface PartnerAnswer {
  /** 0 if the connection ended without a response. */
  status: number;
  headers: Headers;
  json: Loose;
  tookMs: number;
}

export interface Partner {
  call(operation: string, body: object, headers?: Record<string, string>): Promise<PartnerAnswer>;
  /** Returns a request that books the cheapest offer of the scenario's hotel. */
  bookRequest(scenario?: ScenarioName): Promise<Loose>;
  /** Returns a request that books the cheapest offer of a hotel. */
  requestFor(hotelId: string): Promise<Loose>;
}

interface PartnerOptions {
  url: () => string;
  key: string;
  organisationId: string;
  answers: ClientAnswer[];
  timeoutMs?: number;
}

const PATH = '/connect/hotels/v1/';
const CHECK_IN = addDays(new Date().toISOString().slice(0, 10), 60);
const STAY = { checkIn: CHECK_IN, checkOut: addDays(CHECK_IN, 3), occupancies: [{ adults: 2 }] };
/** Longer than the longest request. */
const TIMEOUT_MS = 150_000;
let references = 0;

export function partner(options: PartnerOptions): Partner {
  const { key, organisationId, answers, timeoutMs = TIMEOUT_MS } = options;

  async function send(
    operation: string,
    body: object,
    headers: object,
  ): Promise<Omit<PartnerAnswer, 'tookMs'>> {
    try {
      const response = await fetch(`${options.url()}${PATH}${operation}`, {
        method: 'POST',
        headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, headers: response.headers, json: await response.json() };
    } catch {
      return { status: 0, headers: new Headers(), json: undefined };
    }
  }

  async function call(operation: string, body: object, headers: object = {}): Promise<PartnerAnswer> {
    const [startedMs, fromMs] = [Date.now(), performance.now()];
    const answer = await send(operation, body, headers);
    answers.push({
      client: key.slice(0, 12),
      organisationId,
      environment: 'sandbox',
      operation: operation as ClientAnswer['operation'],
      body: body as Record<string, unknown>,
      startedMs,
      endedMs: Date.now(),
      ...heard(answer),
    });
    return { ...answer, tookMs: performance.now() - fromMs };
  }

  async function requestFor(hotelId: string): Promise<Loose> {
    const found = await call('availability', { ...STAY, hotelIds: [hotelId] });
    const offerId = found.json?.hotels?.[0]?.offers?.[0]?.offerId;
    const quote = await call('prebooking', { offerId });
    if (quote.status !== 200) throw new Error(`no quote: ${found.status}, ${quote.status}`);
    return bookingRequest(quote.json, `FAULT-${process.pid}-${references++}`);
  }
  return {
    call,
    requestFor,
    bookRequest: (scenario = 'ok') => requestFor(scenarioHotelId(scenario)),
  };
}

function heard({ status, json }: Omit<PartnerAnswer, 'tookMs'>): Heard {
  if (status === 0) return { kind: 'unknown' };
  const error = json?.error;
  if (status >= 500) return { kind: 'failed', code: error?.code ?? String(status) };
  if (status >= 400)
    return { kind: 'refused', code: error?.code ?? String(status), bookingId: error?.bookingId };
  const bookings: Loose[] = [json?.booking, ...(json?.bookings ?? [])].filter(Boolean);
  const seen = bookings.map(({ bookingId, clientReference, version, status: state }) => {
    return { bookingId, clientReference, version, status: state };
  });
  return { kind: 'ok', status, seen, data: json };
}
