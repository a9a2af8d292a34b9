/** Fault 18: the clock of one of two backends is wrong by a day, an hour or five seconds. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { debianPackage } from '../../server/test/debian-package.ts';
import { CannotRun, type Fault, type Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';

import { type Stage, withStage } from './stage/stage.ts';

const OFFSETS = ['+1d', '-1h', '+5s', '-5s'] as const;
const PARTNERS = 4;
const PHASE_MS = 6_000;

export const wrongClock: Fault = {
  name: 'wrong-clock',
  about: 'one of two backends has a clock that is a day ahead, an hour behind, or five seconds off',
  async run(context) {
    const library = await findLibrary();
    return withStage(context, { gateways: 2, backends: 2 }, async stage => {
      const [, wrong] = stage.cluster.backends;
      const [, second] = stage.cluster.gateways;
      if (wrong === undefined || second === undefined)
        throw new CannotRun('two gateways and two backends are needed');
      const verdicts: Verdict[] = [];
      for (const offset of OFFSETS) {
        await wrong.stop();
        // Timers follow the monotonic clock, which is unaffected by the wrong date.
        await wrong.start({ LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
        verdicts.push(await bothServe(stage, offset));
        await second.stop();
        await second.start({ SERAI_BACKEND_URLS: wrong.url });
        verdicts.push(await quotesKeepTheirTime(stage, offset));
        await second.stop();
        await second.start({ SERAI_BACKEND_URLS: stage.cluster.backends.map(({ url }) => url).join(',') });
      }
      return [...verdicts, ...(await stage.judge()).map(withoutTimesOfMessages)];
    });
  },
};

async function findLibrary(): Promise<string> {
  const program = await debianPackage('faketime', 'usr/bin/faketime');
  const root = program && dirname(dirname(dirname(program.path)));
  const [library] = root === undefined ? [] : globSync('usr/lib/*/faketime/libfaketime.so.1', { cwd: root });
  if (root === undefined || library === undefined || !existsSync(join(root, library))) {
    throw new CannotRun("Debian's libfaketime is not available here");
  }
  return join(root, library);
}

/** Sends requests through gateways that use both backends. */
async function bothServe(stage: Stage, offset: string): Promise<Verdict> {
  const partners = Array.from({ length: PARTNERS }, (_, i) => stage.newPartner({ gateway: i % 2 }));
  const bookers = startBookers(partners);
  await delay(PHASE_MS);
  await bookers.stop();
  stage.context.say(`${offset}: ${tally(bookers.answers)}`);
  const bad = bookers.answers.filter(({ status }) => status !== 200 && status !== 202);
  return {
    guarantee: `${offset}: partners do not notice`,
    compared: `${bookers.answers.length} responses`,
    broken: bad.map(({ operation, status, code }) => `${operation} returned ${status || 'nothing'} ${code}`),
  };
}

/**
 * Sends requests through the gateway whose only backend has the wrong clock. Quotes must still expire by the database's
 * time.
 */
async function quotesKeepTheirTime(stage: Stage, offset: string): Promise<Verdict> {
  const { cluster, context } = stage;
  const wrong = stage.newPartner({ gateway: 1 });
  const fresh = await wrong.call('booking', await stage.partner.bookRequest());
  const late = await stage.partner.bookRequest();
  await cluster.owner`UPDATE quote SET expires_at = serai_now() WHERE quote_id = ${late.quoteId}`;
  const expired = await wrong.call('booking', late);
  const outcomes = [fresh, expired].map(
    ({ status, json }) => `${status} ${json?.error?.code ?? json?.booking?.status}`,
  );
  context.say(
    `${offset}, at the backend with the wrong clock: fresh quote ${outcomes[0]}, expired quote ${outcomes[1]}`,
  );
  // If its clock is far off, the backend rejects all tokens from the gateway and does nothing.
  const expected = [
    ['200 CONFIRMED', '503 SERVICE_UNAVAILABLE'],
    ['410 QUOTE_EXPIRED', '503 SERVICE_UNAVAILABLE'],
  ];
  return {
    guarantee: `${offset}: quotes expire on time`,
    compared: '2 quotes',
    broken: outcomes.filter((outcome, i) => !expected[i]?.includes(outcome)),
  };
}

/** Messages contain the sending node's time, so they cannot be compared with the database rows. */
function withoutTimesOfMessages(verdict: Verdict): Verdict {
  return { ...verdict, broken: verdict.broken.filter(sentence => !sentence.endsWith('without an attempt')) };
}
