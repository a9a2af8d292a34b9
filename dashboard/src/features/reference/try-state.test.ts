import { beforeEach, expect, test } from 'vitest';
import { withOffer } from './try-offers.ts';
import {
  changeIds,
  changeTryState,
  choosePartner,
  clearTryState,
  enterKey,
  isFolded,
  recordResponse,
  type Sent,
  tryState,
} from './try-state.ts';

beforeEach(clearTryState);

const offer = {
  name: 'offer',
  value: 'off_1',
  path: 'offerId',
  operation: 'availability',
  requestId: 'req_1',
};
const sent = { operation: 'availability', body: '{}', response: { status: 200, requestId: 'req_1' } } as Sent;
const record = (caller: number) => recordResponse({ caller, sent, found: [offer], later: ['prebooking'] });

test('a response adds its ids and replaces the drafts of later steps', () => {
  changeTryState(() => ({ drafts: { prebooking: 'old', boards: 'own' } }));
  expect(record(tryState().caller)).toBe(true);
  expect(tryState()).toMatchObject({ ids: [offer], sent: [sent] });
  expect(tryState().drafts).toEqual({ availability: '{}', boards: 'own' });
});

test('a new search removes the ids and the responses of the quote and the booking, unless it fails', () => {
  record(tryState().caller);
  const quote = { ...offer, name: 'quote', value: 'quo_1', operation: 'prebooking' };
  const quoted = { ...sent, operation: 'prebooking' };
  const later = ['prebooking', 'booking'];
  const again = (response: Sent) =>
    recordResponse({ caller: tryState().caller, sent: response, found: [], later });
  const edited = { availability: '{}', prebooking: 'edited' };
  changeTryState(before => ({
    ids: [...before.ids, quote],
    sent: [...before.sent, quoted],
    drafts: edited,
  }));
  const failed = { ...sent, response: { ...sent.response, status: 404 } };
  again(failed);
  expect(tryState()).toMatchObject({ ids: [offer, quote], sent: [sent, quoted, failed], drafts: edited });
  again(sent);
  expect(tryState()).toMatchObject({ ids: [offer], sent: [sent, failed, sent] });
});

test('another offer replaces the carried one, and removes the ids and the drafts of later steps', () => {
  record(tryState().caller);
  const quote = { ...offer, name: 'quote', value: 'quo_1', operation: 'prebooking' };
  const booking = { ...offer, name: 'booking', value: 'bkg_1', operation: 'booking' };
  changeTryState(({ ids, drafts }) => ({
    ids: [...ids, quote, booking],
    drafts: { ...drafts, prebooking: 'old' },
  }));
  const later = ['prebooking', 'booking', 'cancel'];
  changeIds(ids => withOffer(ids, { offerId: 'off_2', path: 'offerId', label: '' }), later);
  expect(tryState().ids).toEqual([{ ...offer, value: 'off_2' }]);
  expect(tryState().drafts).toEqual({ availability: '{}' });
});

test('a response is dropped if the partner, the key or the user has changed since the request', () => {
  for (const change of [() => choosePartner('org_2'), () => enterKey('serai_sandbox_1'), clearTryState]) {
    const { caller } = tryState();
    change();
    expect(record(caller)).toBe(false);
    expect(tryState()).toMatchObject({ ids: [], sent: [], drafts: {} });
  }
});

test('choosing another partner clears the ids, the bodies and the responses', () => {
  record(tryState().caller);
  choosePartner('org_2');
  expect(tryState()).toMatchObject({ partner: 'org_2', ids: [], sent: [], drafts: {} });
});

test('signing out clears the key, the partner and the responses', () => {
  choosePartner('org_2');
  enterKey('serai_sandbox_1');
  record(tryState().caller);
  clearTryState();
  expect(tryState()).toMatchObject({ partner: undefined, key: '', ids: [], sent: [], drafts: {} });
});

test('a request is folded once it has succeeded, until it is changed', () => {
  expect(isFolded(undefined, '{}')).toBe(false);
  expect(isFolded(sent, '{}')).toBe(true);
  expect(isFolded(sent, '{ }')).toBe(false);
});

test('a request that failed or had no response stays open', () => {
  for (const status of [404, 503, null]) {
    expect(isFolded({ ...sent, response: { ...sent.response, status } }, '{}')).toBe(false);
  }
});
