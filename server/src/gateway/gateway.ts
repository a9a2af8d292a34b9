/** Puts the gateway together: everything between a client's request and the forwarded one. */
import type { Operation } from '@serai/contract/operation.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { every, type Repetition } from '../platform/every.ts';
import type { AddressList } from '../platform/http/address-list.ts';
import type { RequestListener } from '../platform/http/http-server.ts';
import type { PlainPages } from '../platform/http/plain-pages.ts';
import type { Log } from '../platform/log.ts';
import { Admission, type ClassCaps } from './admission.ts';
import type { Forward } from './forward/forward.ts';
import { gatewayListener } from './gateway-listener.ts';
import { KeyCache } from './keys/key-cache.ts';
import { KeyDirectory } from './keys/key-directory.ts';
import { KeyEpoch } from './keys/key-epoch.ts';
import { deleteOldKeyChanges, findKeyRecords, readKeyChanges } from './keys/key-read-store.ts';
import { KeyReader } from './keys/key-reader.ts';
import type { Limiter } from './limits/limiter.ts';
import { createPipeline } from './pipeline.ts';
import type { Records } from './records/records.ts';
import type { SigningKeys } from './token/signing-keys.ts';
import { TokenMinter } from './token/token-minter.ts';

const UPKEEP_MS = 3_600_000;

/** Requests under way at once, by class. Far above what one process carries, far below what exhausts its memory. */
const CAPS: ClassCaps = { search: 200, content: 400, list: 100, quote: 200, detail: 200, book: 500 };

export interface GatewayParts {
  operations: readonly Operation[];
  db: Database;
  limiter: Limiter;
  forward: Forward;
  signingKeys: SigningKeys;
  records: Records;
  pages: PlainPages;
  trustedProxies: AddressList | undefined;
  maxKeys: number;
  keyStaleMs: number;
  clock: Clock;
  log: Log;
}

export interface Gateway {
  listener: RequestListener;
  admission: Admission;
  keyCache: KeyCache;
  keyEpoch: KeyEpoch;
  start(): Promise<void>;
  stop(): void;
}

export function createGateway(parts: GatewayParts): Gateway {
  const { db, clock, log } = parts;
  const cache = new KeyCache(clock, parts.maxKeys);
  const epoch = new KeyEpoch({ cache, clock, log, read: since => readKeyChanges(db, since) });
  const reader = new KeyReader({ cache, clock, read: ids => findKeyRecords(db, ids) });
  const directory = new KeyDirectory({ cache, epoch, reader, clock, maxStaleMs: parts.keyStaleMs });
  const admission = new Admission(CAPS, clock);
  const pipeline = createPipeline({
    routes: routesOf(parts.operations),
    directory,
    cache,
    limiter: parts.limiter,
    admission,
    minter: new TokenMinter(() => parts.signingKeys.current(), clock),
    forward: parts.forward,
    trustedProxies: parts.trustedProxies,
    clock,
  });
  let upkeep: Repetition | undefined;

  return {
    listener: gatewayListener({ pipeline, pages: parts.pages, records: parts.records, clock, log }),
    admission,
    keyCache: cache,
    keyEpoch: epoch,
    async start() {
      await epoch.start();
      upkeep = every(
        clock,
        UPKEEP_MS,
        () => deleteOldKeyChanges(db),
        error => log.warn({ err: error }, 'old key changes cannot be removed'),
      );
    },
    stop() {
      upkeep?.stop();
      epoch.stop();
      admission.stop();
    },
  };
}

function routesOf(operations: readonly Operation[]): Map<string, Operation> {
  return new Map(
    operations.flatMap(operation =>
      [operation.path, ...operation.aliases].map(path => [path, operation] as const),
    ),
  );
}
