/**
 * Faults 1, 2 and 31: a process is killed at every failpoint in booking, cancelling, jobs and deliveries, and
 * restarted. This runs at least once and is repeated until `--seconds` have passed.
 */
import { until } from '../../e2e/child-process.ts';
import type { Failpoint } from '../../server/src/platform/failpoints/failpoint.ts';
import { CannotRun, type Fault, type FaultContext, type Verdict } from '../fault.ts';
import { failpointEnv, NO_FAILPOINT } from './failpoints/failpoint-env.ts';
import type { PartnerAnswer } from './stage/partner.ts';
import { type Stage, withStage } from './stage/stage.ts';

interface Place {
  at: Failpoint;
  /** The process is killed when it reaches the failpoint for the n-th time. */
  time: number;
  who: 'backend' | 'worker';
  does: 'book' | 'cancel' | 'settle';
}

const PLACES: readonly Place[] = [
  { at: 'change-told', time: 1, who: 'backend', does: 'book' },
  { at: 'booking-journalled', time: 1, who: 'backend', does: 'book' },
  { at: 'booking-sent', time: 1, who: 'backend', does: 'book' },
  { at: 'change-told', time: 2, who: 'backend', does: 'book' },
  { at: 'booking-recorded', time: 1, who: 'backend', does: 'book' },
  { at: 'change-told', time: 3, who: 'backend', does: 'cancel' },
  { at: 'cancel-journalled', time: 1, who: 'backend', does: 'cancel' },
  { at: 'cancel-sent', time: 1, who: 'backend', does: 'cancel' },
  { at: 'change-told', time: 4, who: 'backend', does: 'cancel' },
  { at: 'cancel-recorded', time: 1, who: 'backend', does: 'cancel' },
  { at: 'job-taken', time: 1, who: 'worker', does: 'settle' },
  { at: 'change-told', time: 1, who: 'worker', does: 'settle' },
  { at: 'delivery-sent', time: 1, who: 'worker', does: 'book' },
];
const DIES_WITHIN_MS = 60_000;

export const killedAtPlaces: Fault = {
  name: 'killed-at-places',
  about:
    'a backend or worker dies at each step of booking, cancelling, settling and delivering, and starts again',
  run: context => play(context, PLACES),
};

/** Runs only fault 2, as often as `--seconds` allow. A round takes a few seconds. */
export const killedAfterAccepted: Fault = {
  name: 'killed-after-accepted',
  about:
    'a backend dies after the provider accepted a booking and before that is recorded; repeats for --seconds',
  seconds: 60,
  run: context =>
    play(
      context,
      PLACES.filter(({ at }) => at === 'booking-sent'),
    ),
};

function play(context: FaultContext, places: readonly Place[]): Promise<readonly Verdict[]> {
  return withStage(context, {}, async stage => {
    const endMs = Date.now() + context.seconds * 1000;
    const broken: string[] = [];
    let crashes = 0;
    do {
      for (const place of places) broken.push(...(await round(stage, place)));
      crashes += places.length;
    } while (Date.now() < endMs);
    const heard = {
      guarantee: 'clients receive 200, 202, or OPERATION_IN_PROGRESS for a cancellation',
      compared: `${crashes} responses over ${crashes} crashes`,
      broken,
    };
    return [heard, ...(await stage.judge())];
  });
}

/** Returns the responses that the client should not have received. */
async function round(stage: Stage, place: Place): Promise<string[]> {
  const node = stage.cluster[`${place.who}s`][0];
  if (node === undefined) throw new CannotRun(`there is no ${place.who}`);
  await node.stop();
  await node.start(failpointEnv(place.at, 'kill', place.time)).catch(error => {
    // A worker with a due job may reach the failpoint before it is ready.
    if (node.isRunning()) throw error;
  });
  const answering = act(stage, place);
  await until(
    () => !node.isRunning(),
    DIES_WITHIN_MS,
    () => `${node.name} does not reach ${place.at}`,
  );
  await node.start(NO_FAILPOINT);
  const answer = await answering;
  stage.context.say(
    `${node.name} died at ${place.at} (${place.time}); the client received ${describe(answer)}`,
  );
  return unexpected(place, answer);
}

async function act({ partner }: Stage, { does }: Place): Promise<PartnerAnswer> {
  const request = await partner.bookRequest(does === 'settle' ? 'book.timeout_then_confirmed' : 'ok');
  const booked = await partner.call('booking', request);
  if (does !== 'cancel') return booked;
  return partner.call('cancel', { bookingId: booked.json.booking.bookingId });
}

/** The gateway's retry finds the booking in the journal, so the client does not notice the crash. */
function unexpected({ at, does }: Place, answer: PartnerAnswer): string[] {
  const { status, json } = answer;
  if (status === 200 || status === 202) return [];
  // This response is correct while the cancellation is in progress elsewhere.
  if (does === 'cancel' && json?.error?.code === 'OPERATION_IN_PROGRESS') return [];
  return [`${does} returned ${describe(answer)} after a crash at ${at}`];
}

function describe({ status, json }: PartnerAnswer): string {
  const booking = json?.booking;
  return `${status || 'nothing'} ${json?.error?.code ?? (booking ? `${booking.status}/${booking.statusReason}` : '')}`;
}
