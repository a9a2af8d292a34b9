import { SeededRandom } from '../../server/test/simulation/chance/seeded-random.ts';
import type { FollowedChanges } from '../../server/test/simulation/checkers/run-facts.ts';
import type { GatewayChoice } from './gateway-choice.ts';
import { doSomething, pause } from './journeys.ts';
import { type LoadAccount, LoadClient } from './load-client.ts';
import type { LoadRecord } from './load-record.ts';

export interface LoadOptions {
  clients: number;
  /** Four in five clients use the first account. The others use all accounts in turn. */
  accounts: readonly LoadAccount[];
  gatewayChoice: GatewayChoice;
  record: LoadRecord;
  seed: number;
  /** Range of the pause between two actions of a client. */
  pauseMs: readonly [least: number, most: number];
}

export interface RunningLoad {
  /** Resolves when all clients have finished their current actions. */
  stop(): Promise<void>;
  /** Reads the change feeds to the end. Call it when nothing changes any more. */
  readToTheEnd(): Promise<FollowedChanges[]>;
  /** Reads all bookings that any client has seen, at every gateway. */
  lookAtAll(): Promise<void>;
}

/** One in this number of clients may use another account than the first. */
const OTHERS_EVERY = 5;
const PAGE = 100;
const FOLLOW_EVERY_MS = 2_000;

export function runLoad(options: LoadOptions): RunningLoad {
  let isOver = false;
  const { accounts, record, seed } = options;
  const clientOf = (name: string, account: LoadAccount, number: number) =>
    new LoadClient({ ...options, name, account, random: new SeededRandom(seed * 1_000 + number) });

  async function live(number: number): Promise<void> {
    const account = accounts[number % OTHERS_EVERY === 0 ? number % accounts.length : 0] ?? accounts[0];
    const client = clientOf(`client-${number}`, account as LoadAccount, number);
    for (let thing = 0; !isOver; thing++) {
      await doSomething(client, `F${seed}-${number}-${thing}`);
      await pause(client.parts.random.between(...options.pauseMs));
    }
  }

  const lives = Array.from({ length: options.clients }, (_, number) => live(number));
  const followers = accounts.map((account, i) => new Follower(clientOf(`follower-${i}`, account, 900 + i)));
  const following = followers.map(async follower => {
    while (!isOver) {
      await follower.read();
      await pause(FOLLOW_EVERY_MS);
    }
  });

  return {
    async stop() {
      isOver = true;
      await Promise.all([...lives, ...following]);
    },
    readToTheEnd: () => Promise.all(followers.map(follower => follower.readToTheEnd())),
    async lookAtAll() {
      const shown = new Map<string, LoadAccount>();
      for (const answer of record.answers) {
        const account = accounts.find(({ environment }) => environment === answer.environment);
        if (answer.kind === 'ok' && account)
          for (const { clientReference } of answer.seen) shown.set(clientReference, account);
      }
      const left = [...shown];
      const look = async (number: number) => {
        for (let next = left.pop(); next; next = left.pop()) {
          const [clientReference, account] = next;
          for (const url of options.gatewayChoice.all) {
            const gatewayChoice = { ...options.gatewayChoice, choose: () => url };
            const client = new LoadClient({
              ...clientOf(`reader-${number}`, account, 950 + number).parts,
              gatewayChoice,
            });
            await client.ask('bookingdetail', { clientReference });
          }
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, number) => look(number)));
    },
  };
}

/** Follows the booking list in the order of changes. */
class Follower {
  readonly #client: LoadClient;
  readonly #seen = new Map<string, number>();
  #cursor: string | undefined;

  constructor(client: LoadClient) {
    this.#client = client;
  }

  /** Returns the number of changes read, or undefined if the read failed. */
  async read(): Promise<{ count: number; askedMs: number } | undefined> {
    const page = { limit: PAGE, ...(this.#cursor !== undefined && { cursor: this.#cursor }) };
    const answer = await this.#client.ask('bookinglist', { sort: { by: 'UPDATED', direction: 'ASC' }, page });
    if (answer?.kind !== 'ok') return undefined;
    for (const { bookingId, version } of answer.seen) this.#seen.set(bookingId, version);
    this.#cursor = (answer.data.page as { nextCursor: string | null }).nextCursor ?? this.#cursor;
    return { count: answer.seen.length, askedMs: answer.startedMs };
  }

  async readToTheEnd(): Promise<FollowedChanges> {
    const { organisationId, environment } = this.#client.parts.account;
    for (;;) {
      const read = await this.read();
      if (read?.count === 0) return { organisationId, environment, seen: this.#seen, askedMs: read.askedMs };
    }
  }
}
