import { useMemo } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import type { PaletteLists } from './palette-lists.ts';

/** The largest page of each list. The inputs are those of other pages, so that the responses are shared. */
const MAX_RULES = 500;
const MAX_PEOPLE = 200;
const MAX_PROPERTIES = 200;

/** Reads the lists when the user has typed something, and only those that the role may view. */
export function usePaletteLists(isTyped: boolean): { lists: PaletteLists; isLoading: boolean } {
  const environment = useEnvironment();
  const reads = [
    useMay('pricing:view'),
    useMay('people:view'),
    useMay('reference:view'),
    useMay('inventory:view'),
  ].map(may => may && isTyped);
  const rules = useCall('pricing/rules/list', { page: { limit: MAX_RULES } }, { when: reads[0] === true });
  const people = useCall('members/list', { page: { limit: MAX_PEOPLE } }, { when: reads[1] === true });
  const operations = useCall('reference/list', {}, { when: reads[2] === true });
  const properties = useCall(
    'inventory/properties',
    { environment, page: { limit: MAX_PROPERTIES } },
    { when: reads[3] === true },
  );
  const ruleData = rules.state === 'ready' ? rules.data.rules : undefined;
  const peopleData = people.state === 'ready' ? people.data.members : undefined;
  const operationData = operations.state === 'ready' ? operations.data.operations : undefined;
  const propertyData = properties.state === 'ready' ? properties.data.properties : undefined;
  const lists = useMemo(
    () => ({
      rules: ruleData ?? [],
      people: peopleData ?? [],
      operations: operationData ?? [],
      properties: propertyData ?? [],
    }),
    [ruleData, peopleData, operationData, propertyData],
  );
  const isLoading = [rules, people, operations, properties].some(
    ({ state }, i) => reads[i] && state === 'waiting',
  );
  return { lists, isLoading };
}
