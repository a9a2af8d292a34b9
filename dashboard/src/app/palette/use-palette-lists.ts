import { useMemo } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import type { PaletteLists } from './palette-lists.ts';

/** The largest page of each list. The inputs are those of other pages, so that the responses are shared. */
const MAX_RULES = 500;
const MAX_PEOPLE = 200;

/** Reads the lists when the user has typed something, and only those that the role may view. */
export function usePaletteLists(isTyped: boolean): { lists: PaletteLists; isLoading: boolean } {
  const reads = [useMay('pricing:view'), useMay('people:view'), useMay('reference:view')].map(
    may => may && isTyped,
  );
  const rules = useCall('pricing/rules/list', { page: { limit: MAX_RULES } }, { when: reads[0] === true });
  const people = useCall('members/list', { page: { limit: MAX_PEOPLE } }, { when: reads[1] === true });
  const operations = useCall('reference/list', {}, { when: reads[2] === true });
  const ruleData = rules.state === 'ready' ? rules.data.rules : undefined;
  const peopleData = people.state === 'ready' ? people.data.members : undefined;
  const operationData = operations.state === 'ready' ? operations.data.operations : undefined;
  const lists = useMemo(
    () => ({ rules: ruleData ?? [], people: peopleData ?? [], operations: operationData ?? [] }),
    [ruleData, peopleData, operationData],
  );
  const isLoading = [rules, people, operations].some(({ state }, i) => reads[i] && state === 'waiting');
  return { lists, isLoading };
}
