/** Checks that a request comes from the platform of its key, and finds what both sides support. Pure. */
import { UCP_BOOKING, UCP_CANCELLATION, UCP_VERSION } from '@serai/contract/agents/ucp/ucp-route.ts';
import { failure, type Message } from './message.ts';

/** What the operator entered about the platform of a key. */
export interface StoredPlatform {
  profileUrl: string;
  version: string;
  capabilities: readonly string[];
  requiresApproval: boolean;
}

export interface Platform {
  /** The platform knows the extension for cancellation policies. */
  hasPolicies: boolean;
  requiresApproval: boolean;
}

export interface Refusal {
  status: number;
  message: Message;
}

export function negotiate(
  stored: StoredPlatform | undefined,
  profileUrl: string | undefined,
): Platform | Refusal {
  if (stored === undefined) {
    const text =
      'This key does not belong to a UCP platform. Ask the operator to enter the profile of your platform.';
    return refusal(400, 'invalid_profile_url', text);
  }
  if (profileUrl === undefined || profileUrl !== stored.profileUrl) {
    const text =
      'Name the profile of your platform in UCP-Agent, exactly as the operator entered it for this key.';
    return refusal(400, 'invalid_profile_url', text);
  }
  if (stored.version > UCP_VERSION) {
    const text = `Your platform requires UCP ${stored.version}. This service supports ${UCP_VERSION}.`;
    return refusal(422, 'version_unsupported', text);
  }
  const knows = (name: string) => stored.capabilities.includes(name);
  if (!knows(UCP_BOOKING)) {
    const text = `Your platform does not support ${UCP_BOOKING}, the only capability of this service.`;
    return refusal(200, 'capabilities_incompatible', text);
  }
  return {
    hasPolicies: knows(UCP_CANCELLATION),
    requiresApproval: stored.requiresApproval,
  };
}

function refusal(status: number, code: string, content: string): Refusal {
  return { status, message: failure(code, content, { severity: 'unrecoverable' }) };
}

/** `UCP-Agent` is a dictionary of RFC 8941: `profile="https://platform.example/.well-known/ucp"`. */
export function profileUrlIn(header: string | undefined): string | undefined {
  return /(?:^|,)\s*profile="([^"\\]{1,2048})"/.exec(header ?? '')?.[1];
}

/** The `ucp` field of every response. */
export function ucpMetadata(status: 'success' | 'error', platform: Platform | undefined): object {
  if (status === 'error') return { version: UCP_VERSION, status };
  const names = [UCP_BOOKING, ...(platform?.hasPolicies ? [UCP_CANCELLATION] : [])];
  const capabilities = Object.fromEntries(names.map(name => [name, [{ version: UCP_VERSION }]]));
  return { version: UCP_VERSION, status, capabilities, payment_handlers: {} };
}
