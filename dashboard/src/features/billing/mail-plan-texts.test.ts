import { expect, it } from 'vitest';
import type { PlannedMail } from './mail-plan.ts';
import {
  buttonText,
  emptyText,
  monthText,
  neverSentText,
  notSentText,
  resultText,
  runningText,
  selectedText,
  toastText,
} from './mail-plan-texts.ts';
import type { Outcome } from './run-mail-plan.ts';

const actions = (...all: PlannedMail['action'][]) => all.map(action => ({ action }));
const outcomes = (...states: Outcome['state'][]) => states.map(state => ({ state, text: '' }));
const leftOut = (...settled: boolean[]) => settled.map(isSettled => ({ isSettled }));

it('says that everything was sent only if no partner was left out for another reason', () => {
  expect(emptyText(leftOut(), 'All sent')).toBe('All sent');
  expect(emptyText(leftOut(true, true), 'All sent')).toBe('All sent');
  expect(emptyText(leftOut(true, false), 'All sent')).toBe('No emails can be sent, for the reasons below.');
});

it('a reminder is about all months up to one, and a statement about one month', () => {
  expect(monthText({ action: 'REMIND', month: '2026-10' })).toBe('Up to October 2026');
  expect(monthText({ action: 'SEND', month: '2026-10' })).toBe('October 2026');
});

it('the button states whether statements are closed, sent or both', () => {
  expect(buttonText(actions('CLOSE_AND_SEND', 'SEND'), 2)).toBe('Close and send 2 statements');
  expect(buttonText(actions('SEND'), 1)).toBe('Send 1 statement');
  expect(buttonText(actions('CLOSE', 'CLOSE'), 2)).toBe('Close 2 statements');
  expect(buttonText(actions('REMIND'), 1)).toBe('Send 1 reminder');
  expect(buttonText(actions('CLOSE_AND_SEND', 'CLOSE'), 2)).toBe('Close 2 statements, send 1');
  expect(runningText(actions('CLOSE'))).toBe('Closing…');
  expect(runningText(actions('CLOSE_AND_SEND', 'CLOSE'))).toBe('Sending…');
});

it('the result says of every partner that got no email why not', () => {
  const [plain, reminded] = [
    { note: undefined, lacksAddress: false },
    { note: 'Reminded on 12 Nov 2026', lacksAddress: false },
  ];
  expect(notSentText(plain, { state: 'FAILED', text: 'Could not reach the server.' }, true)).toBe(
    'Could not reach the server.',
  );
  expect(notSentText(plain, undefined, true)).toBe('Not started');
  expect(notSentText(plain, undefined, false)).toBe('Not selected');
  expect(notSentText(reminded, undefined, false)).toBe('Not selected. Reminded on 12 Nov 2026.');
  const closed = { state: 'CLOSED', text: 'Closed, not sent' } as const;
  expect(notSentText({ ...plain, lacksAddress: true }, closed, true)).toBe(
    'No billing email. The statement is closed.',
  );
});

it('the result counts skipped emails separately', () => {
  const all = outcomes('DONE', 'FAILED', 'DONE', 'SKIPPED', 'DONE');
  expect(resultText(actions('REMIND'), all)).toBe('3 sent, 1 skipped, 1 failed');
  expect(resultText(actions('REMIND'), outcomes('SKIPPED'))).toBe('1 skipped');
  expect(resultText(actions('CLOSE'), outcomes('CLOSED'))).toBe('1 closed');
  expect(resultText(actions('SEND', 'CLOSE'), outcomes('DONE', 'CLOSED'))).toBe('1 sent, 1 closed only');
});

it('the message about a run that ended unseen counts what was not started', () => {
  expect(toastText(actions('REMIND'), outcomes('DONE', 'FAILED'), 3)).toBe(
    'Reminders: 1 sent, 1 failed, 3 not started.',
  );
  expect(toastText(actions('CLOSE'), outcomes('CLOSED'), 0)).toBe('Statements: 1 closed.');
});

it('a reminder says how many of its statements were never sent', () => {
  expect([neverSentText(1, 1), neverSentText(1, 3), neverSentText(2, 3)]).toEqual([
    'The statement was never sent',
    '1 of 3 statements was never sent',
    '2 of 3 statements were never sent',
  ]);
});

it('the selection is summed up in each currency', () => {
  const mail = (amount: string, currency = 'EUR') => ({ amount: { amount, currency } });
  expect(selectedText([], 2)).toBe('0 of 2 selected');
  expect(selectedText([mail('1240.00'), mail('1240.00')], 2)).toBe('2 of 2 selected, 2,480.00 EUR');
  expect(selectedText([mail('0.10'), mail('5.00', 'USD'), mail('0.20')], 4)).toBe(
    '3 of 4 selected, 0.30 EUR, 5.00 USD',
  );
});
