/** The two rate limit headers and the error message of a rejection. Pure. */
import { type LimitDecision, type Limits, limitOf, WINDOWS, wholeSeconds } from './limiter.ts';

const policies = new WeakMap<Limits, string>();

/** The value of `RateLimit-Policy`, cached per limits object. A limits object must therefore never change. */
export function rateLimitPolicy(limits: Limits): string {
  let policy = policies.get(limits);
  if (policy === undefined) {
    policy = WINDOWS.map(({ name, seconds }) => `"${name}";q=${limitOf(limits, name)};w=${seconds}`).join(
      ', ',
    );
    policies.set(limits, policy);
  }
  return policy;
}

/** The value of `RateLimit`. Only a window with `r=0` has a `t`, which is never later than `Retry-After`. */
export function rateLimit(decision: LimitDecision): string {
  const { remaining, waitMs } = decision;
  return `"minute"${left(remaining[0], waitMs[0])}, "hour"${left(remaining[1], waitMs[1])}, "day"${left(remaining[2], waitMs[2])}`;
}

/** The message of a rejection, with the same number of seconds as `Retry-After`. */
export function limitMessage(decision: LimitDecision, limits: Limits): string {
  const window = decision.violated ?? 'minute';
  const used = counted(limitOf(limits, window), 'request');
  return `The limit of ${used} per ${window} is used up. Retry in ${counted(decision.retryAfterSeconds ?? 1, 'second')}.`;
}

function left(remaining: number, waitMs: number): string {
  return remaining === 0 ? `;r=0;t=${wholeSeconds(waitMs)}` : `;r=${remaining}`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
