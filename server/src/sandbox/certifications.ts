/**
 * Runs the self-certification in this process, against its own API and with a separate key. Progress is stored, so that
 * any node can show it.
 */
import { randomBytes } from 'node:crypto';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { OperatorContext } from '../platform/operations/operator/operator-handler.ts';
import {
  addResult,
  endCertification,
  insertCertification,
  nameKey,
  seeRunner,
} from './certification-store.ts';
import { partnerClient } from './certify/partner-client.ts';
import { runCertification } from './certify/run-certification.ts';
import type { CertificationKeys } from './own-keys.ts';

const SEEN_MS = 10_000;

export interface CertificationParts {
  clock: Clock;
  log: Log;
  /** Base URL of the API, without a trailing slash. */
  interfaceUrl: string;
  keys: CertificationKeys;
  /** Aborted when the process stops, which also aborts running certifications. */
  stopping: AbortSignal;
}

export class Certifications {
  readonly #parts: CertificationParts;
  readonly #runs = new Set<Promise<void>>();

  constructor(parts: CertificationParts) {
    this.#parts = parts;
  }

  /** Returns false if a certification of the organisation is already running on any node. */
  async start(context: OperatorContext, names: readonly ScenarioName[]): Promise<boolean> {
    const { db, organisationId, actor: startedBy, staff } = context;
    const started = { organisationId, startedBy, startedByStaff: staff === true, names };
    const id = await inTransaction(db, tx => insertCertification(tx, started));
    if (id === undefined) return false;
    const run = this.#run(id, context, names).finally(() => this.#runs.delete(run));
    this.#runs.add(run);
    return true;
  }

  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }

  async #run(id: string, context: OperatorContext, names: readonly ScenarioName[]): Promise<void> {
    const { db } = context;
    const { clock, log, stopping } = this.#parts;
    const onError = (err: unknown) =>
      log.warn({ err, certification: id }, 'the progress of a certification could not be stored');
    const seen = every(clock, SEEN_MS, () => seeRunner(db, id), onError);
    try {
      await this.#play(id, context, names, onError);
      await endCertification(db, id, null);
    } catch (err) {
      if (!stopping.aborted) log.warn({ err, certification: id }, 'a certification was aborted');
      const problem = stopping.aborted ? 'The service was stopped.' : (err as Error).message;
      await endCertification(db, id, problem).catch(onError);
    } finally {
      await seen.stop();
    }
  }

  async #play(
    id: string,
    context: OperatorContext,
    names: readonly ScenarioName[],
    onError: (error: unknown) => void,
  ): Promise<void> {
    const { db } = context;
    const { clock, interfaceUrl: url, keys, stopping: signal } = this.#parts;
    const { keyId, secret: key } = await keys.create(context);
    const written: Promise<void>[] = [];
    try {
      await nameKey(db, id, keyId);
      await runCertification({
        client: partnerClient({ url, key, clock, signal }),
        clock,
        signal,
        runId: randomBytes(6).toString('hex'),
        names,
        onResult: result => {
          const one = addResult(db, id, result);
          // A rejection before this promise is awaited would end the process, so it is handled here.
          one.catch(onError);
          written.push(one);
        },
      });
      await Promise.all(written);
    } finally {
      await Promise.allSettled(written);
      await keys.revoke(context, keyId).catch(onError);
    }
  }
}
