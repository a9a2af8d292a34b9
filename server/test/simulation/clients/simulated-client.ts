/** An API client that sends requests to either node over an unreliable network and records the responses. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../src/platform/api-error.ts';
import type { Result } from '../../../src/platform/operations/handler.ts';
import { dataOf } from '../../result-data.ts';
import type { SeededRandom } from '../chance/seeded-random.ts';
import type { Weather } from '../chance/weather.ts';
import type { OperationName, SimulatedNode } from '../nodes/simulated-node.ts';
import type { Timeline } from '../timeline.ts';
import type { ClientAnswer, ClientAsk, Heard, SeenBooking } from './client-history.ts';

export interface ClientParts {
  timeline: Timeline;
  random: SeededRandom;
  weather: Weather;
  nodes: readonly SimulatedNode[];
  answers: ClientAnswer[];
}

export class SimulatedClient {
  readonly name: string;
  readonly organisationId: string;
  readonly environment: Environment;
  readonly testMode: boolean;
  readonly parts: ClientParts;

  constructor(
    name: string,
    who: { organisationId: string; environment: Environment; testMode: boolean },
    parts: ClientParts,
  ) {
    this.name = name;
    this.organisationId = who.organisationId;
    this.environment = who.environment;
    this.testMode = who.testMode;
    this.parts = parts;
  }

  async call(
    operation: OperationName,
    members: Record<string, unknown>,
    idempotencyKey?: string,
  ): Promise<ClientAnswer> {
    const { timeline, random, weather, nodes, answers } = this.parts;
    const { organisationId, environment } = this;
    const settings = this.testMode && environment === 'production' ? { settings: { testMode: true } } : {};
    const body = { ...members, ...settings };
    const ask: ClientAsk = {
      client: this.name,
      organisationId,
      environment,
      operation,
      body,
      startedMs: timeline.nowMs,
    };
    const node = random.pick(nodes);
    const isLost = random.chance(weather.clientRequestLost);
    const isReplyLost = random.chance(weather.clientReplyLost);
    timeline.note(`${this.name} asks ${node.process.name} for ${operation}${isLost ? ' (lost)' : ''}`);
    const heard = await new Promise<Heard>(resolve => {
      timeline.at(random.pick([5_000, 30_000, 70_000, 130_000]), () => resolve({ kind: 'unknown' }));
      if (isLost) return;
      node.process.later(random.between(1, 30), () => {
        void node.call(operation, { organisationId, environment, idempotencyKey }, body).then(answer => {
          if (isReplyLost) return;
          node.process.later(random.between(1, 30), () => resolve(hear(answer)));
        });
      });
    });
    const answer: ClientAnswer = { ...ask, ...heard, endedMs: timeline.nowMs };
    answers.push(answer);
    timeline.note(`${this.name} received from ${operation}: ${describe(answer)}`);
    return answer;
  }
}

function hear(answer: Result<unknown> | ApiError): Heard {
  if (answer instanceof ApiError) {
    const { code, status, extras } = answer;
    return status >= 500 ? { kind: 'failed', code } : { kind: 'refused', code, bookingId: extras.bookingId };
  }
  const data = dataOf(answer) as Record<string, unknown>;
  return { kind: 'ok', status: answer.status ?? 200, data, seen: seenIn(data) };
}

export function seenIn({ booking, bookings }: Record<string, unknown>): SeenBooking[] {
  const shown = (bookings ?? (booking === undefined ? [] : [booking])) as SeenBooking[];
  return shown.map(({ bookingId, clientReference, version, status }) => ({
    bookingId,
    clientReference,
    version,
    status,
  }));
}

function describe(answer: ClientAnswer): string {
  switch (answer.kind) {
    case 'ok':
      return `${answer.status} ${answer.seen.map(({ status, version }) => `${status} v${version}`).join(', ')}`;
    case 'unknown':
      return 'nothing';
    default:
      return answer.code;
  }
}
