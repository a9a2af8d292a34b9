/** The request as a command. Never with the key: the shell takes it from the environment of whoever runs it. */
import type { LoggedRequest } from './request-filters.ts';

export function curlCommand(
  request: Pick<LoggedRequest, 'path' | 'idempotencyKey' | 'clientVersion'>,
  body: unknown,
  interfaceUrl: string,
): string {
  const lines = [
    `curl ${quoted(`${interfaceUrl.replace(/\/$/, '')}${request.path}`)}`,
    `  -H "Authorization: ApiKey $SERAI_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
  ];
  if (request.clientVersion !== null)
    lines.push(`  -H ${quoted(`X-Client-Version: ${request.clientVersion}`)}`);
  if (request.idempotencyKey !== null)
    lines.push(`  -H ${quoted(`Idempotency-Key: ${request.idempotencyKey}`)}`);
  lines.push(`  -d ${quoted(JSON.stringify(body ?? {}))}`);
  return lines.join(' \\\n');
}

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
