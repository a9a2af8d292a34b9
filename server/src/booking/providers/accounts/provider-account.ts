import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Seal } from '../../../platform/secrets/seal.ts';
import type { SettingValues } from '../connections/adapters.ts';

export interface AccountId {
  environment: Environment;
  /** Shown to partners in `providers[].code`. The adapter's name, optionally with a suffix: `liteapi`, `liteapi-us`. */
  code: string;
}

export interface SealedCredential {
  /** Base64. */
  sealed: string;
  lastCharacters: string;
  setAt: string;
}

export interface ProviderAccount extends AccountId {
  adapter: string;
  settings: SettingValues;
  credentials: Readonly<Record<string, SealedCredential>>;
  /** Increases with every change to the account. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export type Credentials = Readonly<Record<string, string>>;

/** The last characters are shown, so that staff can distinguish two keys. Nothing is shown of short secrets. */
const SHOWN_CHARACTERS = 4;
const MIN_HIDDEN_CHARACTERS = 8;

export function sealCredentials(
  seal: Seal,
  id: AccountId,
  credentials: Credentials,
  setAt: string,
): Record<string, SealedCredential> {
  return Object.fromEntries(
    Object.entries(credentials).map(([field, value]) => [
      field,
      {
        sealed: seal.seal(purposeOf(id, field), Buffer.from(value)).toString('base64'),
        lastCharacters:
          value.length >= SHOWN_CHARACTERS + MIN_HIDDEN_CHARACTERS ? value.slice(-SHOWN_CHARACTERS) : '',
        setAt,
      },
    ]),
  );
}

/** Throws if a value was sealed for another account or field, or with another master key. */
export function openCredentials(
  seal: Seal,
  { credentials, ...id }: AccountId & Pick<ProviderAccount, 'credentials'>,
): Credentials {
  return Object.fromEntries(
    Object.entries(credentials).map(([field, { sealed }]) => [
      field,
      seal.open(purposeOf(id, field), Buffer.from(sealed, 'base64')).toString(),
    ]),
  );
}

function purposeOf({ environment, code }: AccountId, field: string): string {
  return `provider-account ${environment} ${code} ${field}`;
}
