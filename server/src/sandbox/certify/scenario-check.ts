import type { Walk } from './walk.ts';

/** What a client does to see a scenario, and which responses it must get. */
export interface ScenarioCheck {
  /** Approximate duration in seconds. The longest ones start first. */
  takesSeconds?: number;
  run(walk: Walk): Promise<void>;
}
