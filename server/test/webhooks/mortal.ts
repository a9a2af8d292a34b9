/**
 * Simulates a process that is killed at a chosen step. Everything it sent to the database or network before that step
 * takes effect, and nothing after it. There is a step before and after each such call.
 */
import type { Database } from '../../src/platform/database/connect.ts';
import type { Sender } from '../../src/webhooks/sending/sender.ts';

export interface Mortal {
  died: Promise<'died'>;
  steps(): number;
  database(db: Database): Database;
  sender(sender: Sender): Pick<Sender, 'postOnce'>;
}

class Died extends Error {}

export function mortal(diesAtStep: number): Mortal {
  let steps = 0;
  const death = Promise.withResolvers<'died'>();
  let isDead = false;

  function step(): void {
    if (!isDead) steps += 1;
    if (steps >= diesAtStep) isDead = true;
    if (isDead) throw new Died();
  }

  /**
   * Outside a transaction, a crash leaves the caller without a response. Inside a transaction, the connection closes
   * and everything is rolled back.
   */
  async function lived<T>(work: () => PromiseLike<T>): Promise<T> {
    try {
      step();
      const result = await work();
      step();
      return result;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      death.resolve('died');
      return await new Promise<never>(() => {});
    }
  }

  function inside(tx: Database): Database {
    const query = (...args: Parameters<Database>) => ({
      // biome-ignore lint/suspicious/noThenProperty: a statement runs when awaited
      async then(resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) {
        try {
          step();
          const rows = await tx(...args);
          step();
          resolve(rows);
        } catch (error) {
          reject(error);
        }
      },
    });
    return Object.assign(query, { json: tx.json }) as unknown as Database;
  }

  return {
    died: death.promise,
    steps: () => steps,
    database(db) {
      const query = (...args: Parameters<Database>) => ({
        // biome-ignore lint/suspicious/noThenProperty: a statement runs when awaited
        then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
          lived(() => db(...args)).then(resolve, reject),
      });
      const transaction = <T>(work: (tx: Database) => Promise<T>) =>
        lived(() => db.transaction(tx => work(inside(tx))));
      return Object.assign(query, { json: db.json, transaction }) as unknown as Database;
    },
    sender: sender => ({ postOnce: post => lived(() => sender.postOnce(post)) }),
  };
}
