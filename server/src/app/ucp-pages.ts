/** The operator's pages that UCP Lodging refers to. */
import type { UcpPages } from '../agents/ucp/session-view.ts';
import { StartError } from '../platform/start-error.ts';
import type { Settings } from '../settings-table.ts';

const NEEDED = [
  'SERAI_UCP_URL',
  'SERAI_UCP_TERMS_URL',
  'SERAI_UCP_PRIVACY_URL',
  'SERAI_UCP_CONTINUE_URL',
] as const;

export type UcpSettings = Pick<Settings, 'SERAI_UCP' | (typeof NEEDED)[number]>;

/** Undefined if UCP is off. Throws if a setting is missing. */
export function ucpPages(settings: UcpSettings): (UcpPages & { origin: string }) | undefined {
  if (settings.SERAI_UCP === 'off') return undefined;
  const missing = NEEDED.filter(name => settings[name] === undefined);
  if (missing.length > 0) {
    throw new StartError(
      `SERAI_UCP is ${settings.SERAI_UCP}, but ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
      'Set the missing URLs, or set SERAI_UCP=off. `serai settings` describes every setting.',
    );
  }
  return {
    origin: settings.SERAI_UCP_URL as string,
    termsUrl: settings.SERAI_UCP_TERMS_URL as string,
    privacyUrl: settings.SERAI_UCP_PRIVACY_URL as string,
    continueUrl: settings.SERAI_UCP_CONTINUE_URL as string,
  };
}
