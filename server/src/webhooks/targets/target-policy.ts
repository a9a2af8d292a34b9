/**
 * Decides where webhooks may be sent. Pure. Public addresses over https are allowed. Others are allowed only if the
 * operator lists them. Reasons are meant for the endpoint's owner and never reveal what a name resolved to.
 */
import { isIP } from 'node:net';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type AddressKind, addressKind, unwrapAddress } from '../../platform/http/address-kind.ts';
import { type AddressList, addressList } from '../../platform/http/address-list.ts';

export interface TargetPolicy {
  /** Names that may have private addresses, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Private addresses that webhooks may call. */
  readonly addresses: AddressList | undefined;
  readonly ports: ReadonlySet<number>;
}

const INTERNAL_NAMES = /(?:^|\.)(?:internal|local|localhost|home\.arpa)$/;

/** The entries come from SERAI_WEBHOOK_ALLOWED_TARGETS and have already been validated. */
export function targetPolicy(allowedTargets: readonly string[], ports: readonly number[]): TargetPolicy {
  const isAddress = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0;
  return {
    names: new Set(allowedTargets.filter(entry => !isAddress(entry))),
    addresses: addressList(allowedTargets.filter(isAddress)),
    ports: new Set(ports),
  };
}

/**
 * Returns why nothing may be sent to this URL, or undefined if it is allowed. Does not check the addresses to which a
 * name resolves.
 */
export function checkTargetUrl(
  text: string,
  environment: Environment,
  policy: TargetPolicy,
): string | undefined {
  if (!URL.canParse(text)) return 'This is not a valid URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only https URLs are allowed.';
  if (url.username !== '' || url.password !== '') {
    return 'A URL with a user name or password is not allowed. Events are signed instead.';
  }
  if (text.includes('#')) return 'A URL with a fragment is not allowed. Remove # and everything after it.';
  const host = targetHost(url);
  const isListed = isListedHost(host, environment, policy);
  if (url.protocol === 'http:') {
    if (environment === 'production') return 'Only https URLs are allowed in production.';
    if (!isListed) return `Plain http is not allowed for this host. ${HOW_TO_ALLOW}`;
  }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!policy.ports.has(port) && !(isListed && environment === 'sandbox')) {
    return `Port ${port} is not allowed. Allowed ports: ${[...policy.ports].join(', ')}. The operator can change them with SERAI_WEBHOOK_PORTS.`;
  }
  if (isIP(host) !== 0) {
    return mayCallAddress(host, host, environment, policy) ? undefined : privateAddress('The address');
  }
  if (!isListed && (!host.includes('.') || INTERNAL_NAMES.test(host))) {
    return `${host} is an internal name. ${HOW_TO_ALLOW}`;
  }
  return undefined;
}

/** Checks an address from the URL or from name resolution, or the address that a socket has reached. */
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
  // A name may be listed before its addresses are known, so metadata addresses must be listed separately.
  return policy.names.has(host) && (kind === 'private' || kind === 'loopback');
}

/** Returns the host in comparable form: an address without brackets, or a name in lower case without trailing dots. */
export function targetHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

export function privateAddress(subject: string): string {
  return `${subject} is not public. The operator can allow private addresses with SERAI_WEBHOOK_ALLOWED_TARGETS.`;
}

const HOW_TO_ALLOW = 'The operator can allow it with SERAI_WEBHOOK_ALLOWED_TARGETS.';

function isListedHost(host: string, environment: Environment, policy: TargetPolicy): boolean {
  if (isIP(host) === 0) return policy.names.has(host);
  return mayBeListed(addressKind(host), environment) && policy.addresses?.has(unwrapAddress(host)) === true;
}

function mayBeListed(kind: AddressKind, environment: Environment): boolean {
  if (kind === 'unusable') return false;
  return environment === 'sandbox' || (kind !== 'loopback' && kind !== 'link-local');
}
