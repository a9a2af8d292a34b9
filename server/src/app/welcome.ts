/** The text that a terminal shows when the service is ready. */
import { placesSearch } from '@serai/contract/content/places-search.ts';
import type { App } from '../app.ts';
import type { ProcessRole } from '../process-role.ts';

type Shown = Pick<App, 'interfaceUrl' | 'dashboardUrl' | 'backendUrl' | 'firstStart'>;

export function welcome(app: Shown, { role, tookMs }: { role: ProcessRole; tookMs: number }): string {
  const lines = [
    '',
    `Serai is ready${role === 'all' ? '' : ` as ${role}`} (${(tookMs / 1000).toFixed(1)} s).`,
    '',
    ...address('Interface', app.interfaceUrl),
    ...address('Reference', app.interfaceUrl && `${app.interfaceUrl}/docs`),
    ...address('Dashboard', app.dashboardUrl),
    ...address('Backend', app.backendUrl),
    '',
    ...(app.firstStart === undefined ? nextTime(app) : firstTime(app.interfaceUrl ?? '', app.firstStart)),
  ];
  return `${lines.join('\n')}\n`;
}

function address(name: string, url: string | undefined): string[] {
  return url === undefined ? [] : [`  ${name.padEnd(10)} ${url}`];
}

function firstTime(interfaceUrl: string, { apiKey, signInUrl }: NonNullable<App['firstStart']>): string[] {
  return [
    'Copy these now. They are shown only once:',
    `  Sign-in link  ${signInUrl}`,
    `  Sandbox key   ${apiKey}`,
    '',
    'Try it:',
    `  curl -s ${interfaceUrl}${placesSearch.path} \\`,
    `    -H 'Authorization: ApiKey ${apiKey}' \\`,
    `    -H 'Content-Type: application/json' -d '{"query":"barc"}'`,
    '',
  ];
}

function nextTime({ dashboardUrl }: Shown): string[] {
  if (dashboardUrl === undefined) return [];
  return [
    'To get a new sign-in link, run: npx serai sign-in',
    'To see how to create a key, run: npx serai keys create --help',
    '',
  ];
}
