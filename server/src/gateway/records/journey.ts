/**
 * Links the requests of one journey: an availability response makes offers, prebooking uses an offer and makes a quote,
 * booking uses a quote and makes a booking, and a cancellation uses the booking. Pure.
 */
export interface Step {
  id: string;
  /** The id in the request. Null if its body was not stored. */
  uses: string | null;
  /** The ids in the response. */
  makes: readonly string[];
}

/**
 * The steps that led to this one, and those that followed from it. Other uses of an earlier step, such as a second
 * quote from the same search, are separate journeys.
 */
export function journeyOf(start: Step, steps: readonly Step[]): Set<string> {
  const found = new Set([start.id]);
  const walk = (from: Step, next: (step: Step) => readonly Step[]) => {
    for (const step of next(from)) {
      if (found.has(step.id)) continue;
      found.add(step.id);
      walk(step, next);
    }
  };
  walk(start, ({ uses }) => (uses === null ? [] : steps.filter(({ makes }) => makes.includes(uses))));
  walk(start, ({ makes }) => steps.filter(({ uses }) => uses !== null && makes.includes(uses)));
  return found;
}
