/** Rejects settings that would expose the service: secrets that can be guessed, and sessions without encryption. */
import { StartError } from './platform/start-error.ts';
import type { Settings } from './settings-table.ts';

/** With random letters and digits, this length provides more than 128 bits. */
const SHORTEST_TOKEN = 24;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const TOKENS = ['SERAI_OPERATOR_TOKEN', 'SERAI_METRICS_TOKEN'] as const;

type Exposing = Pick<Settings, (typeof TOKENS)[number] | 'SERAI_MASTER_KEY' | 'SERAI_DASHBOARD_URL'>;

export function checkExposure(settings: Exposing): void {
  const { SERAI_MASTER_KEY: masterKey, SERAI_DASHBOARD_URL: url } = settings;
  const short = TOKENS.find(name => (settings[name]?.length ?? SHORTEST_TOKEN) < SHORTEST_TOKEN);
  if (short !== undefined) {
    throw new StartError(
      `${short} has fewer than ${SHORTEST_TOKEN} characters and can be guessed.`,
      'Create one with: openssl rand -base64 32',
    );
  }
  if (masterKey?.every(byte => byte === 0)) {
    throw new StartError(
      'SERAI_MASTER_KEY consists of zeros and can be guessed.',
      'Create one with: openssl rand -base64 32',
    );
  }
  if (url === undefined) return;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
    throw new StartError(
      `SERAI_DASHBOARD_URL is ${url}: session cookies would be sent without encryption.`,
      'Serve the dashboard over TLS and set its https URL.',
    );
  }
}
