/** What charts over time have in common. */
import type { Tone } from '../badge.tsx';

export interface Series {
  key: string;
  label: string;
  tone: Tone | 'accent';
}

export interface TimePoint {
  start: string;
  /** By the key of the series; absent or null where there is none. */
  values: Readonly<Record<string, number | null | undefined>>;
}

export interface TimeChartProps {
  /** What is shown: `Requests over time`. */
  label: string;
  points: readonly TimePoint[];
  series: readonly Series[];
  format?: (value: number) => string;
}

export const CHART = { width: 720, height: 200, left: 44, right: 8, top: 8, bottom: 24 } as const;
