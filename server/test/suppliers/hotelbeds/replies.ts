import { createHash } from 'node:crypto';
import { zonedText } from '../../../src/platform/time/zoned-time.ts';
import type { SimulatedResponse } from '../supplier-simulator.ts';

export const SPAIN = 'Europe/Madrid';

export interface AuditSource {
  nowMs(): number;
  apiKey: string;
  /** Value of `auditData.environment`. */
  environment: string;
}

let tokens = 0;

function newToken(): string {
  tokens += 1;
  return createHash('md5').update(`token ${tokens}`).digest('hex').toUpperCase();
}

/** The Booking API returns the API key in `internal`. */
export function auditData({ nowMs, apiKey, environment }: AuditSource, token = newToken()) {
  return {
    processTime: '42',
    timestamp: spanishTime(nowMs()),
    requestHost: '203.0.113.7, 203.0.113.8',
    serverId: 'ip-host.eu-central-1.compute.internal#A+',
    environment,
    release: '',
    token,
    internal: `0||ES|07|1|1||||||||||||R|1|2|~1~2~0|0|0||0|${apiKey}||||`,
  };
}

/** For example `2024-02-25 13:12:06.367`, always in Spanish time. */
function spanishTime(ms: number): string {
  return `${zonedText(ms, SPAIN).slice(0, 19).replace('T', ' ')}.${String(Math.trunc(ms) % 1_000).padStart(3, '0')}`;
}

export type ErrorKind =
  | 'INVALID_REQUEST'
  | 'INVALID_DATA'
  | 'PRODUCT_ERROR'
  | 'SYSTEM_ERROR'
  | 'CONFIGURATION_ERROR';

export function failure(
  source: AuditSource,
  status: number,
  kind: ErrorKind,
  message: string,
): SimulatedResponse {
  const token = newToken();
  return {
    status,
    body: { auditData: auditData(source, token), error: { code: `${kind}-${token}`, message } },
  };
}

/** If the gateway rejects a request, `error` is a string and there is no audit data. */
export function rejected(status: 401 | 403, error: string): SimulatedResponse {
  return { status, body: { error } };
}

export const TEXTS = {
  expired: (rateKey: string) =>
    `Invalid data. Invalid rateKey: The rateKey value that you have entered does not exist or it has expired (please note that rateKeys only last 30 minutes): ${rateKey}`,
  noBooking: 'Invalid data. The booking does not exist or you do not have permissions to access it.',
  allotment: 'ProductException(BOOKING_CONFIRM, Insufficient allotment)',
  unavailable: 'ProductException(CHECK_RATE, Hotel not Available)',
  stopSales: 'ProductException(BOOKING_CONFIRM, There are stop sales on the dates indicated)',
  confirmation: 'ProductException(BOOKING_CONFIRM, Booking confirmation error 1-1234567)',
  system: 'Internal server error',
  locked: (reference: string) =>
    `Error during cancellation, the booking ${reference} is locked. Please try again later.`,
  price: (tolerance: string) =>
    `ProductException(BOOKING_CONFIRM, Price has changed: Unable to book as the price difference exceeds the allowed tolerance - Current tolerance: ${tolerance}%`,
} as const;
