import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { shownSettings } from './shown-settings.ts';

const shown = (env: NodeJS.ProcessEnv) =>
  new Map(shownSettings(readConfig(env).settings).map(setting => [setting.name, setting]));

it('a setting is shown with its value, and marked if it differs from the default', () => {
  const settings = shown({ SERAI_PORT: '9090' });
  expect(settings.get('SERAI_PORT')).toMatchObject({ value: '9090', changed: true, secret: false });
  expect(settings.get('SERAI_HOST')).toMatchObject({ value: '127.0.0.1', changed: false });
});

it('the value of a secret setting is never shown', () => {
  const settings = shown({ SERAI_METRICS_TOKEN: 'hidden-token', DATABASE_URL: 'postgres://u:pw@db/serai' });
  expect(settings.get('SERAI_METRICS_TOKEN')).toMatchObject({ value: null, secret: true, set: true });
  expect(JSON.stringify([...settings.values()])).not.toMatch(/hidden-token|pw@db/);
});
