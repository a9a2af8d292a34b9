/** Creates the content sources of all adapters. */
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { ContentSource } from '../../port/supplied-content.ts';
import { createHotelbedsContent, HotelbedsTables } from '../../suppliers/hotelbeds/content.ts';
import { createLiteApiContent } from '../../suppliers/liteapi/content.ts';
import { createRapidContent } from '../../suppliers/rapid/content.ts';
import type { AccountSetup } from '../accounts/live-providers.ts';
import { keyAndSecret, secretOf } from '../accounts/supplier-factories.ts';
import { inLanguages } from './content-languages.ts';

/** The part of the HTTP client that content needs. Each request counts towards the budget of the account. */
export type ContentHttp = Pick<OutboundClient, 'send' | 'open'>;

/** Creating a source makes no call. */
export type ContentFactory = (account: AccountSetup, http: ContentHttp) => ContentSource;

export type ContentFactories = Readonly<Record<string, ContentFactory>>;

export function contentFactories({ clock, log }: { clock: Clock; log: Log }): ContentFactories {
  const tables = new Map<string, HotelbedsTables>();
  const tablesOf = ({ code, kind, settings }: AccountSetup): HotelbedsTables => {
    const key = JSON.stringify([kind, code, settings.baseUrl]);
    const known = tables.get(key) ?? new HotelbedsTables(clock);
    tables.set(key, known);
    return known;
  };
  return {
    liteapi: ({ kind, settings, credentials }, http) =>
      inLanguages(settings, language =>
        createLiteApiContent({
          kind,
          credentials: { apiKey: secretOf(credentials, 'apiKey') },
          settings: { ...addressOf(settings), language },
          clock,
          log,
          http,
        }),
      ),
    hotelbeds: (account, http) =>
      inLanguages(account.settings, language =>
        createHotelbedsContent({
          kind: account.kind,
          credentials: keyAndSecret(account.credentials),
          settings: { ...addressOf(account.settings), language },
          clock,
          client: http,
          tables: tablesOf(account),
        }),
      ),
    rapid: ({ kind, settings, credentials }, http) =>
      inLanguages(settings, language =>
        createRapidContent({
          kind,
          credentials: keyAndSecret(credentials),
          settings: { ...addressOf(settings), language },
          clock,
          log,
          http,
        }),
      ),
  };
}

function addressOf({ baseUrl }: AccountSetup['settings']): { baseUrl?: string } {
  return typeof baseUrl === 'string' ? { baseUrl } : {};
}
