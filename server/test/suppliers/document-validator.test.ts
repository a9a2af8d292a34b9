import { describe, expect, it } from 'vitest';
import { DocumentValidator, type OverlayEntry, unusedEntries } from './document-validator.ts';
import { describeWithDocuments, listRecordings, readDocument, readRecording } from './supplier-documents.ts';

const DOCUMENT = {
  openapi: '3.0.1',
  paths: {
    '/bookings/{id}': {
      get: {
        responses: {
          '200': { $ref: '#/components/responses/Booking' },
          '204': { description: 'None' },
        },
      },
    },
    '/bookings': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['name'] } } } },
        responses: { '400': { content: { 'application/json': { example: { code: 1 } } } } },
      },
    },
  },
  components: {
    responses: {
      Booking: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Booking' } } } },
    },
    schemas: {
      Booking: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, state: { type: 'string', enum: ['OK'], nullable: true } },
      },
    },
  },
};

const NUMERIC_ID: OverlayEntry = {
  pointer: '/components/schemas/Booking/properties/id/type',
  value: ['string', 'number'],
  reason: 'Ids are numbers in recorded responses.',
};

describe('a document validator', () => {
  const validator = new DocumentValidator(DOCUMENT);
  const booking = (body: unknown) => ({ method: 'GET', path: '/bookings/7', status: 200, body });

  it('a document validator accepts bodies that the document describes, including nullable values', () => {
    expect(validator.check(booking({ id: 'a', state: null }))).toEqual([]);
    expect(validator.check({ method: 'GET', path: '/bookings/7', status: 204, body: undefined })).toEqual([]);
    expect(validator.check({ method: 'POST', path: '/bookings', body: { name: 'a' } })).toEqual([]);
  });

  it.each([
    ['a wrong type', booking({ id: 1 })],
    ['an unknown enum value', booking({ id: 'a', state: 'NO' })],
    ['a missing field', { method: 'POST', path: '/bookings', body: {} }],
    ['an unknown path', { method: 'GET', path: '/other', status: 200, body: {} }],
    ['an unknown status', { method: 'GET', path: '/bookings/7', status: 500, body: {} }],
    ['a body without a schema', { method: 'POST', path: '/bookings', status: 400, body: { code: 1 } }],
    ['an unexpected body', { method: 'GET', path: '/bookings/7', status: 204, body: {} }],
  ])('a document validator reports %s', (_name, sample) => {
    expect(validator.check(sample)).toHaveLength(1);
  });

  it('a document validator applies an overlay, and unusedEntries returns the overlay entries that no sample needs', () => {
    const other = {
      ...NUMERIC_ID,
      pointer: '/components/schemas/Booking/properties/state/enum',
      value: ['OK', 'NO'],
    };
    const overlaid = new DocumentValidator(DOCUMENT, [NUMERIC_ID]);
    expect(overlaid.check(booking({ id: 1 }))).toEqual([]);
    expect(unusedEntries(DOCUMENT, [NUMERIC_ID, other], [booking({ id: 1 })])).toEqual([other]);
  });
});

describeWithDocuments('the suppliers’ documents', () => {
  it.each([
    'expedia-rapid.yaml',
    'hotelbeds-booking.yaml',
    'hotelbeds-content.yaml',
    'liteapi-booking.json',
    'liteapi-search.json',
    'liteapi-static.json',
  ])('the document %s can be read and used for validation', file => {
    const validator = new DocumentValidator(readDocument(file));
    expect(validator.check({ method: 'GET', path: '/none', status: 200, body: {} })).toHaveLength(1);
  });

  it('every listed JSON recording can be parsed, and no other recording is empty', () => {
    for (const { file } of listRecordings()) {
      const text = readRecording(file);
      if (file.endsWith('.json')) JSON.parse(text);
      else expect(text.length).toBeGreaterThan(0);
    }
  });
});
