/**
 * Sessions of the authentication library, which some of its calls ask for. Ours are other ones: these live in memory
 * for the length of one call and are known to nobody outside.
 */
import { makeSignature } from 'better-auth/crypto';

const MAX_ENTRIES = 1_000;

/** The storage that the library keeps its sessions in. */
export function passingStorage() {
  const entries = new Map<string, string>();
  return {
    get: (key: string) => entries.get(key) ?? null,
    getAndDelete(key: string) {
      const value = entries.get(key) ?? null;
      entries.delete(key);
      return value;
    },
    increment(key: string) {
      const value = Number(entries.get(key) ?? 0) + 1;
      entries.set(key, String(value));
      return value;
    },
    set(key: string, value: string) {
      entries.set(key, value);
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as string);
    },
    delete(key: string) {
      entries.delete(key);
    },
    /** Forgets whatever was kept of a person. */
    forget(personId: string) {
      for (const [key, value] of entries) {
        if (key.endsWith(personId) || value.includes(`"${personId}"`)) entries.delete(key);
      }
    },
  };
}

/** Headers as a browser with this session would send them. */
export async function sessionHeaders(cookieName: string, token: string, secret: string): Promise<Headers> {
  const signed = `${token}.${await makeSignature(token, secret)}`;
  return new Headers({ cookie: `${cookieName}=${encodeURIComponent(signed)}` });
}
