/** Simulates a partner: its API calls, and the requests from a search to a cancelled booking. */
import { Agent, request } from 'node:http';
import { CITY_HOTELS, FIRST_NIGHT, WIDE_OWN_HOTEL } from '../../faults/load/catalogue.ts';
import { addDays } from '../../server/src/platform/time/civil-date.ts';
import { bookingRequest, type Loose } from '../../server/test/booking-request.ts';

export interface PartnerAnswer {
  /** 0 if no response arrived in time. */
  status: number;
  text: string;
  tookMs: number;
}

export interface Partner {
  send(path: string, body: object): Promise<PartnerAnswer>;
  close(): void;
}

export const PATIENCE_MS = 10_000;

export const BOOKING = '/connect/hotels/v1/';
export const CONTENT = '/content/hotels/v1/';

export function openPartner({ url, key }: { url: string; key: string }): Partner {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
  return {
    send(path, body) {
      const startedMs = performance.now();
      return new Promise(resolve => {
        const end = (status: number, text: string) => {
          clearTimeout(timer);
          resolve({ status, text, tookMs: performance.now() - startedMs });
        };
        const sent = request({ hostname, port, path, method: 'POST', agent, headers }, response => {
          const chunks: Buffer[] = [];
          response.on('data', chunk => chunks.push(chunk));
          response.on('error', () => end(0, ''));
          response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
        });
        const timer = setTimeout(() => sent.destroy(new Error('too late')), PATIENCE_MS);
        sent.on('error', () => end(0, ''));
        sent.end(JSON.stringify(body));
      });
    },
    close: () => agent.destroy(),
  };
}

/** Hotels that never sell out. */
const HOTELS = [...CITY_HOTELS, WIDE_OWN_HOTEL];
let counted = 0;

/** Returns a search for the hotels above. Consecutive searches have different dates. */
export function searchOf(nights: number, rooms: number): object {
  const checkIn = addDays(FIRST_NIGHT, counted++ % 15);
  return {
    checkIn,
    checkOut: addDays(checkIn, nights),
    occupancies: Array.from({ length: rooms }, () => ({ adults: 2 })),
    hotelIds: HOTELS,
  };
}

export function bookingOf(quote: Loose): object {
  const request = bookingRequest(quote, `BENCH-${process.pid}-${counted++}`);
  return { ...request, termsHash: quote.termsHash };
}

/** Throws unless the status is 200. */
export async function ask(partner: Partner, path: string, body: object): Promise<Loose> {
  const { status, text } = await partner.send(path, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** Creates `count` values, with at most `atOnce` in progress at a time. */
export async function gather<T>(count: number, atOnce: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < count) {
      begun++;
      made.push(await make());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return made;
}
