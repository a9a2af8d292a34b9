/**
 * What a user has tried, in memory only: the key, the ids, the bodies and the responses are lost when the page is
 * reloaded or the user signs out. Another user of the same window starts without them.
 */
import { useSyncExternalStore } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { type CarriedId, withIds } from './try-flow.ts';

export interface Sent {
  operation: string;
  body: string;
  /** Sent with a key of the user. The request log lists only such requests. */
  hasOwnKey: boolean;
  response: Output<'sandbox/try'>;
}

export function isGood(sent: Sent | undefined): boolean {
  const status = sent?.response.status ?? null;
  return status !== null && status < 300;
}

/**
 * A request that succeeded is folded to make room for its response. A failed one stays open, because the user must
 * change it, and so does one that has been changed since.
 */
export function isFolded(latest: Sent | undefined, body: string): boolean {
  return isGood(latest) && latest?.body === body;
}

interface TryState {
  /** Changes with the user, the partner and the key. A response to an earlier caller is dropped. */
  caller: number;
  partner: string | undefined;
  /** The sandbox scenario whose requests are tried. */
  scenario: string;
  /** A key of the user. Empty if Serai creates one. */
  key: string;
  ids: readonly CarriedId[];
  /** Oldest first. */
  sent: readonly Sent[];
  /** Edited bodies by operation. */
  drafts: Readonly<Record<string, string>>;
  /** The operation whose page opens because its request was sent from the page of the step before. */
  opening: string | undefined;
}

/** In which every step succeeds. */
export const DEFAULT_SCENARIO = 'ok';

const EMPTY: TryState = {
  caller: 0,
  partner: undefined,
  scenario: DEFAULT_SCENARIO,
  key: '',
  ids: [],
  sent: [],
  drafts: {},
  opening: undefined,
};

let state = EMPTY;
const listeners = new Set<() => void>();

export function useTryState(): TryState {
  return useSyncExternalStore(subscribe, tryState);
}

export function tryState(): TryState {
  return state;
}

/** Called whenever the user may have changed. */
export function clearTryState(): void {
  changeCaller(EMPTY);
}

/** The ids of one partner are unknown to another. */
export function choosePartner(partner: string | undefined): void {
  if (partner !== state.partner) changeCaller({ partner, ids: [], sent: [], drafts: {} });
}

/** Each scenario has its own hotel, so the ids of one are of no use in another. */
export function chooseScenario(scenario: string): void {
  if (scenario !== state.scenario) changeCaller({ scenario, ids: [], sent: [], drafts: {} });
}

export function enterKey(key: string): void {
  changeCaller({ key });
}

function changeCaller(change: Partial<TryState>): void {
  changeTryState(({ caller }) => ({ ...change, caller: caller + 1 }));
}

interface Recorded {
  /** The caller when the request was sent. */
  caller: number;
  sent: Sent;
  /** Ids in the response. */
  found: readonly CarriedId[];
  /** The operations of later steps. They start again with the new ids, without their earlier ids and responses. */
  later: readonly string[];
}

/** Returns false if the response is dropped because the user, the partner or the key has changed since the request. */
export function recordResponse({ caller, sent, found, later }: Recorded): boolean {
  if (caller !== state.caller) return false;
  changeTryState(before => {
    // After a failed request, what the later steps contain is still valid.
    const { ids, sent: earlier, drafts } = withoutSteps(before, isGood(sent) ? later : []);
    return {
      ids: withIds(ids, found),
      sent: [...earlier, sent],
      drafts: { ...drafts, [sent.operation]: sent.body },
    };
  });
  return true;
}

/** Other ids are carried on. The later steps start again with them, so what these steps returned is removed. */
export function changeIds(
  change: (ids: readonly CarriedId[]) => CarriedId[],
  later: readonly string[],
): void {
  changeTryState(before => {
    const { ids, ...others } = withoutSteps(before, later);
    return { ...others, ids: change(ids) };
  });
}

function withoutSteps(
  { ids, sent, drafts }: TryState,
  operations: readonly string[],
): Pick<TryState, 'ids' | 'sent' | 'drafts'> {
  const isOther = ({ operation }: { operation: string }) => !operations.includes(operation);
  return {
    ids: ids.filter(isOther),
    sent: sent.filter(isOther),
    drafts: withoutDrafts(drafts, operations),
  };
}

function withoutDrafts(drafts: TryState['drafts'], operations: readonly string[]): TryState['drafts'] {
  return Object.fromEntries(Object.entries(drafts).filter(([each]) => !operations.includes(each)));
}

export function changeTryState(change: (before: TryState) => Partial<TryState>): void {
  state = { ...state, ...change(state) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
