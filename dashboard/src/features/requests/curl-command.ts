import type { LoggedRequest } from './request-filters.ts';

/** The command reads the key from the environment and never contains it. */
export function curlCommand(
  request: Pick<LoggedRequest, 'path' | 'idempotencyKey' | 'clientVersion'>,
  body: unknown,
  interfaceUrl: string,
): string {
  const lines = [
    `curl ${shellQuote(`${interfaceUrl.replace(/\/$/, '')}${request.path}`)}`,
    `  -H "Authorization: ApiKey $SERAI_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
  ];
  if (request.clientVersion !== null)
    lines.push(`  -H ${shellQuote(`X-Client-Version: ${request.clientVersion}`)}`);
  if (request.idempotencyKey !== null)
    lines.push(`  -H ${shellQuote(`Idempotency-Key: ${request.idempotencyKey}`)}`);
  lines.push(`  -d ${shellQuote(JSON.stringify(body ?? {}))}`);
  return lines.join(' \\\n');
}

/** Quotes text as a single POSIX shell argument. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
