import { expect, test } from 'vitest';
import { redactValues } from './redact-values.ts';

const redact = (text: string, ...values: string[]) => redactValues(text, values, '***');

test('personal values are removed in upper and lower case, from plain text and from JSON', () => {
  expect(redact('MORENO, moreno and Moreno', 'Moreno')).toBe('***, *** and ***');
  expect(redact('{"text":"Say \\"hello\\" twice"}', 'Say "hello"')).toBe('{"text":"*** twice"}');
  expect(redact('+34 (600) 100?', '+34 (600) 100')).toBe('***?');
});

test('short values are removed only as whole words, and JSON field names are kept', () => {
  expect(redact('Guest ADA booked in Adana for Li', 'Ada', 'Li')).toBe('Guest *** booked in Adana for ***');
  expect(redact('{"id":"Id","ids":1}', 'Id')).toBe('{"id":"***","ids":1}');
  expect(redact('Ørn, Örn', 'Ørn')).toBe('***, Örn');
});

test('JSON field names are kept, even if they contain a guest’s name', () => {
  expect(redact('{"totalNet":1, "total":"TOTAL"}', 'Total')).toBe('{"totalNet":1, "total":"***"}');
  expect(redact('{"error":"Guest \\"Total\\": unknown"}', 'Total')).toBe(
    '{"error":"Guest \\"***\\": unknown"}',
  );
  expect(redact('Guest "Moreno": unknown', 'Moreno')).toBe('Guest "***": unknown');
});

test('redactValues does not remove single letters', () => {
  expect(redact('A room', 'A')).toBe('A room');
});
