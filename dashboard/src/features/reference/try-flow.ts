/** Carries ids from one tried operation to the next: search, quote, book, cancel. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type Step = Output<'sandbox/scenarios'>['scenarios'][number]['steps'][number];
/** Values from earlier responses by name, for example `offer`. */
export type Carried = Readonly<Record<string, string>>;

const NEXT_LABELS: Readonly<Record<string, string>> = {
  prebooking: 'Quote the first offer',
  booking: 'Book this quote',
  cancel: 'Cancel this booking',
};

/** The steps of the scenario in which everything succeeds. Their dates are valid today. */
export function stepsOf(scenarios: Output<'sandbox/scenarios'>['scenarios']): readonly Step[] {
  return scenarios.find(({ name }) => name === 'ok')?.steps ?? [];
}

/** Inserts the known values. A client reference can be used only once, so each body gets another one. */
export function filledBody(body: object, carried: Carried, nowMs: number): string {
  const known: Carried = { reference: `TRY-${nowMs.toString(36).toUpperCase()}`, ...carried };
  return JSON.stringify(body, null, 2).replaceAll(/"\$(\w+)"/g, (text, name: string) =>
    known[name] === undefined ? text : JSON.stringify(known[name]),
  );
}

/** The values that later steps need. A value that the response lacks is left out. */
export function carriedFrom(step: Step, response: unknown): Carried {
  const found = step.keeps.map(({ name, member }) => [name, valueAt(response, member)] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A path such as `hotels[0].offers[0].offerId`. */
function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) {
    at = (at as Record<string, unknown> | null | undefined)?.[part];
  }
  return at;
}

interface NextStep {
  step: Step;
  label: string;
}

/** The step after this operation, if the response contained everything that it needs. */
export function nextStep(steps: readonly Step[], operation: string, carried: Carried): NextStep | undefined {
  const at = steps.findIndex(step => step.operation === operation);
  const step = at === -1 ? undefined : steps[at + 1];
  if (step === undefined) return undefined;
  const needs = JSON.stringify(step.body).match(/(?<="\$)\w+(?=")/g) ?? [];
  if (needs.some(name => name !== 'reference' && carried[name] === undefined)) return undefined;
  return { step, label: NEXT_LABELS[step.operation] ?? `Continue with ${step.operation}` };
}
