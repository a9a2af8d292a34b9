import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { ContentSource } from '../../port/supplied-content.ts';
import { createHotelbedsContent, HotelbedsTables } from '../../suppliers/hotelbeds/content.ts';
import { createLiteApiContent, LiteApiCodes } from '../../suppliers/liteapi/content.ts';
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
  const tablesOf = perAccount(() => new HotelbedsTables(clock));
  const codesOf = perAccount(() => new LiteApiCodes(clock));
  return {
    liteapi: (account, http) =>
      inLanguages(account.settings, language =>
        createLiteApiContent({
          kind: account.kind,
          credentials: { apiKey: secretOf(account.credentials, 'apiKey') },
          settings: { ...addressOf(account.settings), language },
          clock,
          log,
          http,
          codes: codesOf(account),
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

/** Creates a value for each account and keeps it, because a source lives only as long as a part of a run. */
function perAccount<T>(create: () => T): (account: AccountSetup) => T {
  const values = new Map<string, T>();
  return ({ code, kind, settings }) => {
    const key = JSON.stringify([kind, code, settings.baseUrl]);
    const known = values.get(key) ?? create();
    values.set(key, known);
    return known;
  };
}

function addressOf({ baseUrl }: AccountSetup['settings']): { baseUrl?: string } {
  return typeof baseUrl === 'string' ? { baseUrl } : {};
}
