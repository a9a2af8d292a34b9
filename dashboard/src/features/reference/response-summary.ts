/** What a tried operation returned, in a few words. Pure. */
import { formatBytes, formatMoney, formatMs, formatNumber } from '../../lib/format/format.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';
import type { Sent } from './try-state.ts';

/** Keeps a number and its noun in one line. */
const NO_BREAK = '\u00A0';

type Response = Sent['response'];
type Json = Record<string, unknown>;

type Summed = Pick<Sent, 'operation' | 'response'>;

/** For example `200 OK`, `412 ms` and `12 hotels, 96 offers`. */
export function outcomeOf({ operation, response }: Summed): string[] {
  const { status, durationMs, body } = response;
  if (status === null) return ['No response', formatMs(durationMs)];
  const content = contentOf(operation, body as Json | null);
  return [describeHttpStatus(status), formatMs(durationMs), ...(content === undefined ? [] : [content])];
}

/** The outcome with the size, for example `200 OK`, `412 ms`, `18.2 KiB` and `12 hotels, 96 offers`. */
export function summaryOf(sent: Summed): string[] {
  const outcome = outcomeOf(sent);
  return sent.response.status === null
    ? outcome
    : outcome.toSpliced(2, 0, formatBytes(sizeOf(sent.response)));
}

function sizeOf({ headers, body }: Response): number {
  const stated = Number(headers['content-length']);
  return stated > 0 ? stated : new TextEncoder().encode(JSON.stringify(body ?? '')).length;
}

function contentOf(operation: string, body: Json | null): string | undefined {
  if (body === null || typeof body !== 'object') return undefined;
  const code = at(body, 'error', 'code');
  if (typeof code === 'string') return code;
  switch (operation) {
    case 'availability': {
      const hotels = listAt(body, 'hotels');
      const offers = hotels.reduce<number>((sum, hotel) => sum + listAt(hotel as Json, 'offers').length, 0);
      return `${counted(hotels.length, 'hotel')}, ${counted(offers, 'offer')}`;
    }
    case 'prebooking':
      return withPrice(at(body, 'status'), at(body, 'offer', 'price', 'net'));
    case 'booking':
    case 'bookingdetail':
      return withPrice(at(body, 'booking', 'status'), at(body, 'booking', 'price', 'net'));
    case 'cancel':
      return withPrice(at(body, 'booking', 'status'), at(body, 'penalty'), 'penalty ');
    default:
      return firstList(body);
  }
}

function withPrice(status: unknown, money: unknown, label = ''): string | undefined {
  const parts = [
    ...(typeof status === 'string' ? [status] : []),
    ...(isMoney(money) ? [label + formatMoney(money)] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** For example `9 boards`. */
function firstList(body: Json): string | undefined {
  const found = Object.entries(body).find(([, value]) => Array.isArray(value));
  if (found === undefined) return undefined;
  const [name, list] = found as [string, unknown[]];
  return `${formatNumber(list.length)}${NO_BREAK}${name}`;
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | null | undefined)?.[key], value);
}

function listAt(value: Json, key: string): readonly unknown[] {
  const list = value[key];
  return Array.isArray(list) ? list : [];
}

function isMoney(value: unknown): value is { amount: string; currency: string } {
  return typeof at(value, 'amount') === 'string' && typeof at(value, 'currency') === 'string';
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)}${NO_BREAK}${noun}${count === 1 ? '' : 's'}`;
}
