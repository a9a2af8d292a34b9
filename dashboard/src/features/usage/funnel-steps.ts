/** From searches to confirmed bookings, and how many go on from each step. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type KeyFunnel = Output<'usage/funnel'>['keys'][number];

export interface FunnelStep {
  key: string;
  label: string;
  count: number;
  /** Of the first step, from 0 to 1; for the length of the bar. */
  share: number;
  /** Of the step before; null for the first and where there was none. Above 1 where a step was repeated or skipped. */
  passed: number | null;
}

const STEPS = [
  ['searches', 'Searches'],
  ['quotes', 'Quotes'],
  ['bookings', 'Bookings'],
  ['confirmed', 'Confirmed'],
] as const;

export function funnelSteps(
  funnel: Pick<KeyFunnel, 'searches' | 'quotes' | 'bookings' | 'confirmed'>,
): FunnelStep[] {
  const most = Math.max(1, ...STEPS.map(([key]) => funnel[key]));
  return STEPS.map(([key, label], place) => {
    const before = STEPS[place - 1];
    const from = before && funnel[before[0]];
    const passed = from === undefined || from === 0 ? null : funnel[key] / from;
    return { key, label, count: funnel[key], share: funnel[key] / most, passed };
  });
}
