/** Carries ids from one tried operation to the next: search, quote, book, cancel. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type Step = Output<'sandbox/scenarios'>['scenarios'][number]['steps'][number];
/** Values from earlier responses by name, for example `offer`. */
export type Carried = Readonly<Record<string, string>>;

/** A value of an earlier response that a later request needs. */
export interface CarriedId {
  /** For example `offer`. */
  name: string;
  value: string;
  /** Where the value is in the response, for example `hotels[0].offers[0].offerId`. */
  path: string;
  /** The operation and the request that returned it. */
  operation: string;
  requestId: string;
}

const STEP_LABELS: Readonly<Record<string, string>> = {
  availability: 'Search',
  prebooking: 'Quote',
  booking: 'Book',
  cancel: 'Cancel',
};

export function stepLabel(operation: string): string {
  return STEP_LABELS[operation] ?? operation;
}

const NEXT_LABELS: Readonly<Record<string, string>> = {
  prebooking: 'Quote this offer',
  booking: 'Book this quote',
  cancel: 'Cancel this booking',
};

/** The steps of a scenario. Their dates are valid today. */
export function stepsOf(
  scenarios: Output<'sandbox/scenarios'>['scenarios'],
  scenario: string,
): readonly Step[] {
  return scenarios.find(({ name }) => name === scenario)?.steps ?? [];
}

/** Inserts the known values. A client reference can be used only once, so each body gets another one. */
export function filledBody(body: object, carried: Carried, nowMs: number): string {
  const known: Carried = { reference: `TRY-${nowMs.toString(36).toUpperCase()}`, ...carried };
  return JSON.stringify(body, null, 2).replaceAll(/"\$(\w+)"/g, (text, name: string) =>
    known[name] === undefined ? text : JSON.stringify(known[name]),
  );
}

/** The values that later steps need. A value that the response lacks is left out. */
export function carriedFrom(step: Step, response: unknown, requestId: string): CarriedId[] {
  return step.keeps.flatMap(({ name, member }) => {
    const value = valueAt(response, member);
    if (typeof value !== 'string') return [];
    return [{ name, value, path: member, operation: step.operation, requestId }];
  });
}

export function valuesOf(ids: readonly CarriedId[]): Carried {
  return Object.fromEntries(ids.map(({ name, value }) => [name, value]));
}

/** New values replace earlier ones of the same name. */
export function withIds(before: readonly CarriedId[], found: readonly CarriedId[]): CarriedId[] {
  const names = new Set(found.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...found];
}

/** A path such as `hotels[0].offers[0].offerId`. */
function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) {
    at = (at as Record<string, unknown> | null | undefined)?.[part];
  }
  return at;
}

/** Names of the values that a body needs from earlier responses. */
export function neededBy(body: object): string[] {
  const names = JSON.stringify(body).match(/(?<="\$)\w+(?=")/g) ?? [];
  return [...new Set(names)].filter(name => name !== 'reference');
}

/** The operation whose response contains a value, for example `availability` for `offer`. */
export function sourceOf(steps: readonly Step[], name: string): string | undefined {
  return steps.find(({ keeps }) => keeps.some(each => each.name === name))?.operation;
}

/** The operations of the steps after this one. */
export function laterThan(steps: readonly Step[], operation: string): string[] {
  const at = steps.findIndex(step => step.operation === operation);
  return at === -1 ? [] : steps.slice(at + 1).map(each => each.operation);
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
  if (neededBy(step.body).some(name => carried[name] === undefined)) return undefined;
  return { step, label: NEXT_LABELS[step.operation] ?? `Continue with ${step.operation}` };
}
