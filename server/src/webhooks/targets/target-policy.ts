/**
 * Where webhooks may be sent. Pure. Public addresses by https; what else is allowed, the operator of the service
 * listed. Reasons are for the owner of the endpoint and never tell what a name resolved to.
 */
import { isIP } from 'node:net';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type AddressList, addressList } from '../../platform/http/address-list.ts';
import { type AddressKind, addressKind, unwrapAddress } from './address-kind.ts';

export interface TargetPolicy {
  /** Names that may be private, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Addresses that may be private. */
  readonly addresses: AddressList | undefined;
  readonly ports: ReadonlySet<number>;
}

const NAMES_WITHIN_NETWORKS = /(?:^|\.)(?:internal|local|localhost|home\.arpa)$/;

/** Takes entries of SERAI_WEBHOOK_ALLOWED_TARGETS, which are known to be good. */
export function targetPolicy(allowedTargets: readonly string[], ports: readonly number[]): TargetPolicy {
  const isAddress = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0;
  return {
    names: new Set(allowedTargets.filter(entry => !isAddress(entry))),
    addresses: addressList(allowedTargets.filter(isAddress)),
    ports: new Set(ports),
  };
}

/** Why nothing may be sent there, or undefined. Says nothing of the addresses behind a name. */
export function checkTargetUrl(
  text: string,
  environment: Environment,
  policy: TargetPolicy,
): string | undefined {
  if (!URL.canParse(text)) return 'The address is not a URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only https addresses are called.';
  if (url.username !== '' || url.password !== '') {
    return 'An address with a user name or password is not called: events are signed instead.';
  }
  if (text.includes('#')) return 'An address with a fragment is not called: leave out # and what follows it.';
  const host = targetHost(url);
  const isListed = isListedHost(host, environment, policy);
  if (url.protocol === 'http:') {
    if (environment === 'production') return 'In production only https addresses are called.';
    if (!isListed) return `Plain http is called only in the sandbox and where ${BY_LIST}.`;
  }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!policy.ports.has(port) && !(isListed && environment === 'sandbox')) {
    return `Port ${port} is not called, only ${[...policy.ports].join(', ')}; SERAI_WEBHOOK_PORTS sets them.`;
  }
  if (isIP(host) !== 0) {
    return mayCallAddress(host, host, environment, policy) ? undefined : privateAddress('The address');
  }
  if (!isListed && (!host.includes('.') || NAMES_WITHIN_NETWORKS.test(host))) {
    return `${host} is a name within a network; it is called only where ${BY_LIST}.`;
  }
  return undefined;
}

/** Judges one address that stands in the URL, that its name resolved to, or that a socket reached. */
export function mayCallAddress(
  address: string,
  host: string,
  environment: Environment,
  policy: TargetPolicy,
): boolean {
  const kind = addressKind(address);
  if (kind === 'public') return true;
  if (!mayBeListed(kind, environment)) return false;
  if (policy.addresses?.has(unwrapAddress(address))) return true;
  // A name may be listed before anyone knows what it will resolve to: metadata addresses need to be listed themselves.
  return policy.names.has(host) && (kind === 'private' || kind === 'loopback');
}

/** The host as it is compared: an address without brackets, or a name in lower case without dots at its end. */
export function targetHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

export function privateAddress(subject: string): string {
  return `${subject} is not public; it is called only where ${BY_LIST}.`;
}

const BY_LIST = 'SERAI_WEBHOOK_ALLOWED_TARGETS lists it';

function isListedHost(host: string, environment: Environment, policy: TargetPolicy): boolean {
  if (isIP(host) === 0) return policy.names.has(host);
  return mayBeListed(addressKind(host), environment) && policy.addresses?.has(unwrapAddress(host)) === true;
}

function mayBeListed(kind: AddressKind, environment: Environment): boolean {
  if (kind === 'unusable') return false;
  return environment === 'sandbox' || (kind !== 'loopback' && kind !== 'link-local');
}
