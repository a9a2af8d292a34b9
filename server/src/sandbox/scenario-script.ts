/**
 * Writes the steps of a scenario as a shell script. The script needs curl, and Node if a request depends on an earlier
 * response. Pure.
 */
import type { ScenarioStep } from '@serai/contract/account/sandbox.ts';

export function scenarioScript(steps: readonly ScenarioStep[], interfaceUrl: string): string {
  const lines = steps.map(step => stepText(step, interfaceUrl));
  // Each run needs a new client reference, because a client reference can only be used once.
  if (lines.some(line => line.includes('$reference'))) lines.unshift('reference=TRY-$(date +%s)');
  return `${lines.join('\n')}\n`;
}

function stepText({ path, body, keeps }: ScenarioStep, interfaceUrl: string): string {
  const call = [
    `curl -s '${interfaceUrl}${path}'`,
    `  -H "Authorization: ApiKey $SERAI_API_KEY" -H 'Content-Type: application/json'`,
    `  -d '${bodyText(body)}'`,
  ].join(' \\\n');
  if (keeps.length === 0) return call;
  const picked = keeps.map(
    ({ name, member }) => `${name}=$(node -p 'JSON.parse(process.argv[1]).${member}' "$answer")`,
  );
  return [`answer=$(${call})`, ...picked].join('\n');
}

/** Turns strings such as `$booking` into shell variables. All other text stays quoted. */
function bodyText(body: object): string {
  const members = Object.entries(body).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${members.join(',\n')}\n  }`
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(/"\$(\w+)"/g, `"'"$$$1"'"`);
}
