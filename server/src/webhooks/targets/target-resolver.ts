/**
 * Resolves the names of targets. Every address of a name must be allowed. If one address is private, the name is
 * rejected, even if its other addresses are public.
 */
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Environment } from '@serai/contract/shared/answer.ts';
import {
  checkTargetUrl,
  mayCallAddress,
  privateAddress,
  type TargetPolicy,
  targetHost,
} from './target-policy.ts';

/** Returns all addresses of a name. Throws if there are none or if no server responds. */
export type ResolveName = (name: string) => Promise<string[]>;

export interface TargetResolver {
  /** Queries name servers only, with a time limit. */
  public: ResolveName;
  /** Uses the system resolver, including the hosts file, for names that the operator lists. */
  system: ResolveName;
}

/** The message is shown to the endpoint's owner. */
export class TargetRefused extends Error {}

// The system resolver is not used for all names, because it blocks one of the few threads that file access and hashing
// share.
export function createTargetResolver(limits = { timeoutMs: 2000, tries: 2 }): TargetResolver {
  return {
    public: async name => {
      const resolver = new Resolver({ timeout: limits.timeoutMs, tries: limits.tries });
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length === 0) throw new Error(`${name} has no address`);
      return addresses;
    },
    system: async name => (await lookup(name, { all: true })).map(({ address }) => address),
  };
}

export interface TargetChecks {
  policy: TargetPolicy;
  resolver: TargetResolver;
}

/** Returns the addresses of a host if all of them are allowed. Otherwise throws TargetRefused. */
export async function resolveTarget(
  host: string,
  environment: Environment,
  { policy, resolver }: TargetChecks,
): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.every(address => mayCallAddress(address, host, environment, policy))) return addresses;
  throw new TargetRefused(
    privateAddress(isIP(host) === 0 ? `${host} resolves to an address that` : 'The address'),
  );

  async function resolve(name: string): Promise<string[]> {
    try {
      return await (policy.names.has(name) ? resolver.system(name) : resolver.public(name));
    } catch {
      throw new NameUnknown(`${name} does not resolve to an address.`);
    }
  }
}

/** This is not a permanent rejection, because the name may resolve later. */
export class NameUnknown extends TargetRefused {}

/**
 * Returns why an endpoint may not have this URL, or undefined if it may. A name that does not resolve yet is accepted.
 */
export async function checkTarget(
  text: string,
  environment: Environment,
  checks: TargetChecks,
): Promise<string | undefined> {
  const reason = checkTargetUrl(text, environment, checks.policy);
  if (reason !== undefined) return reason;
  try {
    await resolveTarget(targetHost(new URL(text)), environment, checks);
    return undefined;
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    return error instanceof NameUnknown ? undefined : error.message;
  }
}
