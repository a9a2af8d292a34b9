/** Decides which service a command talks to, and with which token. */
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { urlHost } from '../../platform/http/open-address.ts';
import { OPERATOR_TOKEN_FILE, readSecretFile } from '../../platform/secrets/secret-file.ts';
import { StartError } from '../../platform/start-error.ts';
import { type OperatorClient, operatorClient } from '../operator-client.ts';
import { CliFailure, EXIT } from './failure.ts';
import { parseUrl } from './parse-option.ts';

/** The dashboard of this machine's settings. */
export function dashboardUrl({ settings }: Config): string {
  return `http://${urlHost(settings.SERAI_HOST)}:${settings.SERAI_DASHBOARD_PORT}`;
}

export function connectClient(config: Config, givenUrl: string | undefined): OperatorClient {
  const ownUrl = dashboardUrl(config);
  const url = givenUrl === undefined ? ownUrl : parseUrl(givenUrl, 'http://127.0.0.1:8081');
  const { SERAI_OPERATOR_TOKEN: token, SERAI_DATA_DIR: dataDir } = config.settings;
  const path = join(dataDir, OPERATOR_TOKEN_FILE);
  if (token !== undefined) {
    return operatorClient({ url, token: async () => token, tokenHint: 'Correct SERAI_OPERATOR_TOKEN.' });
  }
  // The file holds the token of the service on this machine; no other may learn it.
  if (!isLocal(url, ownUrl)) {
    const tokenHint = `Set SERAI_OPERATOR_TOKEN to the operator token of ${url}; it stands in the file ${OPERATOR_TOKEN_FILE} of its data folder.`;
    return operatorClient({ url, token: async () => undefined, tokenHint });
  }
  return operatorClient({
    url,
    token: () => readToken(path),
    tokenHint: `It is read from ${path}. Set SERAI_DATA_DIR to the folder that the service uses, or SERAI_OPERATOR_TOKEN to its token.`,
  });
}

function isLocal(url: string, ownUrl: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127\./.test(hostname) ||
    hostname === new URL(ownUrl).hostname
  );
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    return (await readSecretFile(path)) || undefined;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new CliFailure(EXIT.notAllowed, error.message, { hint: error.hint, cause: error });
  }
}
