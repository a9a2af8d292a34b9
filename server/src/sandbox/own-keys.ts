/**
 * The sandbox keys that Serai creates for itself: one for each certification, and one for each person who tries
 * operations. Creation and revocation are in the audit log, but the keys are in no list.
 */
import { revokeKey } from '@serai/contract/account/keys.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { Clock } from '../platform/clock.ts';
import type { OperatorContext, OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import { validate } from '../platform/operations/validate.ts';

/** Longer than any certification. If the node dies before it revokes the key, the key expires after this time. */
const CERTIFICATION_MS = 30 * 60_000;
const TRY_MS = 60 * 60_000;
/** A key that expires sooner is replaced. */
const RENEW_MS = 5 * 60_000;
const MAX_REMEMBERED = 1_000;

type Purpose = 'TRY' | 'CERTIFICATION';

export type AddOwnKey = (
  context: OperatorContext,
  purpose: Purpose,
  input: { name: string; environment: 'sandbox'; scopes: (typeof SCOPE_NAMES)[number][]; expiresAt: string },
) => Promise<{ key: { id: string }; secret: string }>;

interface OwnKeyParts {
  addKey: AddOwnKey;
  /** Must include `keys/revoke`. */
  handlers: readonly OperatorHandler[];
  clock: Clock;
}

export interface CertificationKeys {
  create(context: OperatorContext): Promise<{ keyId: string; secret: string }>;
  revoke(context: OperatorContext, keyId: string): Promise<void>;
}

export function certificationKeys({ addKey, handlers, clock }: OwnKeyParts): CertificationKeys {
  return {
    async create(context) {
      const wanted = sandboxKey('Certification', clock.nowMs() + CERTIFICATION_MS);
      const { key, secret } = await addKey(context, 'CERTIFICATION', wanted);
      return { keyId: key.id, secret };
    },
    async revoke(context, keyId) {
      const handler = handlers.find(each => each.operation.name === revokeKey.name);
      if (handler === undefined) throw new Error('no handler for keys/revoke');
      await handler.run(context, validate(revokeKey.input, { keyId }) as never);
    },
  };
}

interface RememberedKey {
  secret: Promise<string>;
  expiresAtMs: number;
}

/** The secrets are in the memory of this process only. After a restart, a new key is created. */
export class TryKeys {
  readonly #parts: Pick<OwnKeyParts, 'addKey' | 'clock'>;
  /** By partner and person. */
  readonly #keys = new Map<string, RememberedKey>();

  constructor(parts: Pick<OwnKeyParts, 'addKey' | 'clock'>) {
    this.#parts = parts;
  }

  /** Concurrent calls share one key. */
  secretFor(context: OperatorContext): Promise<string> {
    const { addKey, clock } = this.#parts;
    const owner = ownerOf(context);
    const known = this.#keys.get(owner);
    if (known !== undefined && known.expiresAtMs - clock.nowMs() > RENEW_MS) return known.secret;
    const expiresAtMs = clock.nowMs() + TRY_MS;
    const secret = addKey(context, 'TRY', sandboxKey('Try it', expiresAtMs)).then(added => added.secret);
    this.#remember(owner, { secret, expiresAtMs });
    secret.catch(() => this.#forget(owner, secret));
    return secret;
  }

  /** For a key that was revoked. If another request has already replaced it, the new key is kept. */
  async forget(context: OperatorContext, secret: string): Promise<void> {
    const owner = ownerOf(context);
    const known = this.#keys.get(owner)?.secret;
    if (known !== undefined && (await known) === secret) this.#forget(owner, known);
  }

  #forget(owner: string, secret: Promise<string>): void {
    if (this.#keys.get(owner)?.secret === secret) this.#keys.delete(owner);
  }

  #remember(owner: string, key: RememberedKey): void {
    this.#keys.delete(owner);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size >= MAX_REMEMBERED && oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.set(owner, key);
  }
}

function ownerOf({ organisationId, actor }: OperatorContext): string {
  return `${organisationId} ${actor}`;
}

function sandboxKey(name: string, expiresAtMs: number) {
  const expiresAt = new Date(expiresAtMs).toISOString();
  return { name, environment: 'sandbox' as const, scopes: [...SCOPE_NAMES], expiresAt };
}
