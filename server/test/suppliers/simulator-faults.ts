/** The ways in which every simulator can fail. A supplier adds its own errors. */
import type { SimulatedResponse, SimulatorFault } from './supplier-simulator.ts';

type WithoutTime<Fault> = Fault extends unknown ? Omit<Fault, 'when'> : never;
export type Failure = WithoutTime<SimulatorFault>;
export type Faults = Readonly<Record<string, SimulatorFault>>;

const PAUSE_MS = 5;

export function respond(status: number, body?: unknown, headers?: SimulatedResponse['headers']): Failure {
  return { kind: 'respond', response: { status, ...(headers && { headers }), body } };
}

/** Failures that can happen before or after the supplier acted, so the client cannot know the outcome. */
export const COMMON_FAILURES: Readonly<Record<string, Failure>> = {
  reset: { kind: 'reset' },
  hang: { kind: 'hang' },
  'truncated body': { kind: 'truncate' },
  'slow body': { kind: 'trickle', pauseMs: PAUSE_MS },
  'status 500 with text': respond(500, '<html>Internal error</html>'),
  'status 502 without a body': respond(502),
  'status 200 with text': respond(200, 'OK'),
  'status 200 with an empty object': respond(200, {}),
  redirect: respond(302, undefined, { location: 'https://example.com/' }),
};

/** Whether the client would have to wait for the response until its deadline. */
export function isSilent(name: string): boolean {
  return /^(hang|slow)/.test(name);
}

export function failing(failure: Failure, when: SimulatorFault['when']): SimulatorFault {
  return { ...failure, when };
}

export function faultsOf(failures: Readonly<Record<string, Failure>>): Faults {
  return Object.fromEntries(
    (['before', 'after'] as const).flatMap(when =>
      Object.entries(failures).map(([name, failure]) => [
        `${name} ${when} the effect`,
        failing(failure, when),
      ]),
    ),
  );
}
