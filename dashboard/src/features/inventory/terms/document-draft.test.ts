import { expect, it } from 'vitest';
import {
  cleaned,
  freshCode,
  placeOf,
  pointerOf,
  valueAt,
  withItem,
  withoutItem,
  withValue,
} from './document-draft.ts';

const document = { plans: [{ code: 'FLEX', name: { en: 'Flexible' } }, { code: 'SAVER' }], rooms: [] };

it('values are replaced by path without changing the original', () => {
  const changed = withValue(document, ['plans', 1, 'supplement', 'children', 'child'], '5.00');
  expect(valueAt(changed, ['plans', 1, 'supplement', 'children', 'child'])).toBe('5.00');
  expect(document.plans[1]).toEqual({ code: 'SAVER' });
  expect(changed.plans[0]).toBe(document.plans[0]);
  expect(withValue(document, ['plans', 0, 'name'], undefined).plans[0]).toEqual({ code: 'FLEX' });
});

it('items are added and removed', () => {
  expect(withItem(document, ['rooms'], { roomCode: 'DBL' }).rooms).toEqual([{ roomCode: 'DBL' }]);
  expect(withoutItem(document, ['plans'], 0).plans).toEqual([{ code: 'SAVER' }]);
});

it('empty texts and optional objects without a value are not sent', () => {
  const draft = {
    code: 'A',
    cancellationPolicy: '',
    supplement: { adult: '', children: { child: '' } },
    name: {},
  };
  expect(cleaned(draft)).toEqual({ code: 'A', name: {} });
});

it('paths are named as the server names them, and new codes are unique', () => {
  expect(pointerOf(['plans', 0, 'code'])).toBe('/document/plans/0/code');
  expect(freshCode('PLAN', ['PLAN2'])).toBe('PLAN3');
});

it('a problem is named by the item and the label of its field, or of the nearest field around it', () => {
  const labels = new Map([
    ['/document/plans/0', 'Flexible'],
    ['/document/plans/0/supplement/adult', 'Board supplement, adult'],
    ['/document/plans/0/rooms', 'Room types'],
    ['/document/cancellationPolicies/0/noShow', 'No-show penalty'],
    ['/document/cancellationPolicies/0/noShow/percent', 'No-show penalty'],
  ]);
  expect(placeOf('/document/plans/0/supplement/adult', labels)).toEqual({
    pointer: '/document/plans/0/supplement/adult',
    label: 'Flexible: Board supplement, adult',
  });
  expect(placeOf('/document/plans/0/rooms/1', labels)?.label).toBe('Flexible: Room types');
  expect(placeOf('/document/plans/0/markets', labels)?.label).toBe('Flexible');
  expect(placeOf('/document/cancellationPolicies/0/noShow/percent', labels)?.label).toBe('No-show penalty');
  expect(placeOf('/version', labels)).toBeUndefined();
});
