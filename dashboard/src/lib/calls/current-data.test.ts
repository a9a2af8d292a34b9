import { describe, expect, it } from 'vitest';
import { currentData, isWaiting, ownData } from './current-data.ts';

const READ = { state: 'ready', data: 5, isPrevious: false, isOutdated: false } as const;

describe('data of a read', () => {
  it('data of another input is not used, and counts as waiting', () => {
    expect([ownData(READ), currentData(READ), isWaiting(READ)]).toEqual([5, 5, false]);
    const previous = { ...READ, isPrevious: true };
    expect([ownData(previous), currentData(previous), isWaiting(previous)]).toEqual([
      undefined,
      undefined,
      true,
    ]);
  });

  it('data that could not be refreshed is not current', () => {
    const outdated = { ...READ, isOutdated: true };
    expect([ownData(outdated), currentData(outdated), isWaiting(outdated)]).toEqual([5, undefined, false]);
  });
});
