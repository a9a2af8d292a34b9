/** The configured providers. Whoever asks for test mode sees test providers only, anybody else live ones only. */
import type { Provider, Providers } from '../provider.ts';

/** Throws on two of one code in one mode. */
export function providerRegistry(configured: readonly Provider[]): Providers {
  const ofMode = (testMode: boolean) =>
    configured
      .filter(({ supplier }) => (supplier.kind === 'TEST') === testMode)
      .toSorted((a, b) => a.preference - b.preference);
  const lists = { test: ofMode(true), live: ofMode(false) };
  for (const list of Object.values(lists)) {
    if (new Set(list.map(({ code }) => code)).size < list.length)
      throw new Error('Two providers have one code.');
  }
  const list = (testMode: boolean) => (testMode ? lists.test : lists.live);
  return { list, find: (code, testMode) => list(testMode).find(provider => provider.code === code) };
}
