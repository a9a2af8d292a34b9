import type { Walk } from './walk.ts';

/** What a client does to see a scenario, and what it must be answered. */
export interface ScenarioCheck {
  /** Seconds until everything has happened, about; the longest begin first. */
  takesSeconds?: number;
  run(walk: Walk): Promise<void>;
}
