/** Generates open-loop load: requests are sent at a given average rate, no matter how long earlier responses take. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PartnerAnswer } from '../limits/partner.ts';
import { KINDS, type Kind, SHARES, type Traffic } from './traffic.ts';

export interface KindResult {
  sent: number;
  /** Successful responses of any duration. */
  good: number;
  /** Successful responses before the end of the step. */
  inTime: number;
  /** 503 responses. */
  shed: number;
  /** All other responses, and requests without a response. */
  failed: number;
  tookMs: number[];
}

export interface LoadStep {
  seconds: number;
  byKind: Record<Kind, KindResult>;
}

const TICK_MS = 2;

export async function openLoad(traffic: Traffic, perSecond: number, seconds: number): Promise<LoadStep> {
  const byKind = emptyResults();
  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  // The intervals are exponential, as with independent users.
  const interval = () => (-Math.log(1 - Math.random()) * 1000) / perSecond;
  for (let nextMs = startMs + interval(); nextMs < endMs; ) {
    while (nextMs <= performance.now() && nextMs < endMs) {
      underWay.push(send(traffic, byKind, chooseKind(), endMs));
      nextMs += interval();
    }
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
  return { seconds, byKind };
}

/**
 * Generates closed-loop load: each client waits for a response before it sends its next request, of one kind or of the
 * mix.
 */
export async function closedLoad(
  traffic: Traffic,
  clients: number,
  seconds: number,
  kind?: Kind,
): Promise<LoadStep> {
  const byKind = emptyResults();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const client = async () => {
    while (performance.now() < endMs) await send(traffic, byKind, kind ?? chooseKind(), endMs);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { seconds, byKind };
}

async function send(
  traffic: Traffic,
  byKind: Record<Kind, KindResult>,
  kind: Kind,
  endMs: number,
): Promise<void> {
  const sent = traffic.send(kind);
  if (sent === undefined) return pause(TICK_MS);
  const result = byKind[kind];
  result.sent++;
  const answer = await sent;
  if (isGood(answer)) {
    result.good++;
    if (performance.now() < endMs) result.inTime++;
    result.tookMs.push(answer.tookMs);
  } else if (answer.status === 503) result.shed++;
  else result.failed++;
}

const isGood = ({ status }: PartnerAnswer) => status === 200 || status === 202;

function chooseKind(): Kind {
  let dice = Math.random() * 100;
  for (const kind of KINDS) {
    dice -= SHARES[kind];
    if (dice < 0) return kind;
  }
  return 'content';
}

function emptyResults(): Record<Kind, KindResult> {
  const empty = () => ({ sent: 0, good: 0, inTime: 0, shed: 0, failed: 0, tookMs: [] });
  return Object.fromEntries(KINDS.map(kind => [kind, empty()])) as unknown as Record<Kind, KindResult>;
}
