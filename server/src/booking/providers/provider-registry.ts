/** The configured providers. Test mode uses only test providers, and live mode only live providers. */
import type { Provider, Providers } from '../provider.ts';

/** Throws if two providers of one mode have the same code. */
export function providerRegistry(configured: readonly Provider[]): Providers {
  const ofMode = (testMode: boolean) =>
    configured
      .filter(({ supplier }) => (supplier.kind === 'TEST') === testMode)
      .toSorted((a, b) => a.preference - b.preference);
  const lists = { test: ofMode(true), live: ofMode(false) };
  for (const list of Object.values(lists)) {
    if (new Set(list.map(({ code }) => code)).size < list.length)
      throw new Error('Two providers have the same code.');
  }
  const list = (testMode: boolean) => (testMode ? lists.test : lists.live);
  return { list, find: (code, testMode) => list(testMode).find(provider => provider.code === code) };
}
