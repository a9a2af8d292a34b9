import type { Output } from '../../lib/calls/operator-client.ts';

export type Finding = Output<'security/findings'>['findings'][number];

/** A kind that the contract adds is a type error here. */
export const FINDING_WORDS: Record<Finding['kind'], { title: string; since: string }> = {
  NO_EXPIRY: { title: 'Keys without expiry', since: 'Created' },
  IDLE: { title: 'Keys not used for 90 days', since: 'Last used, or made' },
  NO_ADDRESS_LIST: { title: 'Keys without an address list', since: 'Created' },
  OLD_SECRET: { title: 'Secrets older than 90 days', since: 'Secret made' },
  EVERY_SCOPE: { title: 'Keys with every scope', since: 'Created' },
};

export const FINDING_KINDS = Object.keys(FINDING_WORDS) as Finding['kind'][];

/** Where the key can be mended: the use of an idle one, the rotation of an old one, the settings of the others. */
export function mendingOf(kind: Finding['kind']): Record<string, string> {
  if (kind === 'IDLE') return {};
  return kind === 'OLD_SECRET' ? { do: 'rotate' } : { tab: 'settings' };
}
