import { checkArgon2 } from './better-auth/argon2id.ts';
import type { People, PeopleParts } from './people.ts';

const METHODS: Readonly<Record<keyof People, true>> = {
  hashPassword: true,
  isPassword: true,
  findByEmail: true,
  findById: true,
  create: true,
  update: true,
  savePassword: true,
  remove: true,
  beginSecondFactor: true,
  isAuthenticatorCode: true,
  takeBackupCode: true,
  listBackupCodes: true,
  disableSecondFactor: true,
};

type Method = (...given: unknown[]) => Promise<unknown>;

/** Loads the library on first use, because loading takes a quarter of a second and 25 MB. */
export function openPeople(parts: PeopleParts): People {
  checkArgon2();
  let loading: Promise<People> | undefined;
  const load = async () => {
    try {
      return await (await import('./better-auth/load-people.ts')).loadPeople(parts);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const lazy = Object.keys(METHODS).map(name => {
    const method: Method = async (...given) => {
      loading ??= load();
      return ((await loading)[name as keyof People] as unknown as Method)(...given);
    };
    return [name, method];
  });
  return Object.fromEntries(lazy) as People;
}
