import { OPERATIONS } from '@serai/contract/operations.ts';
import { expect, it } from 'vitest';
import { OPERATION_OPTIONS, operationTitle } from './operation-names.tsx';

it('every operation has the same title as in the reference', () => {
  expect(OPERATION_OPTIONS).toEqual(OPERATIONS.map(({ name, summary }) => [name, `${summary} (${name})`]));
});

it('a request to an unknown path, or of an unknown operation, has a name too', () => {
  expect([operationTitle('prebooking'), operationTitle(null), operationTitle('later')]).toEqual([
    'Quote an offer',
    'Unknown path',
    'later',
  ]);
});
