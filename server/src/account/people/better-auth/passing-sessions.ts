/**
 * Temporary sessions that some calls of the authentication library require. Unlike our own sessions, they exist in
 * memory for a single call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { makeSignature } from 'better-auth/crypto';

/** The library's session storage. Each call has separate storage that disappears when the call ends. */
export function passingStorage() {
  const calls = new AsyncLocalStorage<Map<string, string>>();
  const entries = () => calls.getStore() ?? new Map<string, string>();
  return {
    within: <T>(call: () => Promise<T>): Promise<T> => calls.run(new Map(), call),
    get: (key: string) => entries().get(key) ?? null,
    getAndDelete(key: string) {
      const value = entries().get(key) ?? null;
      entries().delete(key);
      return value;
    },
    increment(key: string) {
      const value = Number(entries().get(key) ?? 0) + 1;
      entries().set(key, String(value));
      return value;
    },
    set(key: string, value: string) {
      entries().set(key, value);
    },
    delete(key: string) {
      entries().delete(key);
    },
  };
}

export async function sessionHeaders(cookieName: string, token: string, secret: string): Promise<Headers> {
  const signed = `${token}.${await makeSignature(token, secret)}`;
  return new Headers({ cookie: `${cookieName}=${encodeURIComponent(signed)}` });
}
