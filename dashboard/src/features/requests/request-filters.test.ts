import { describe, expect, it } from 'vitest';
import { requestsInput } from './request-filters.ts';

const NOW = Date.parse('2026-07-02T10:15:42.500Z');
const input = (filters: object) => requestsInput(filters, 'sandbox', NOW);

describe('requestsInput', () => {
  it('the request log covers the last 24 hours by default', () => {
    expect(input({})).toEqual({ environment: 'sandbox', from: '2026-07-01T10:15:00.000Z' });
  });

  it('the request log covers all recorded requests if an ID is given without a period', () => {
    expect(input({ requestId: 'req_1' })).toEqual({ environment: 'sandbox', requestId: 'req_1' });
    expect(input({ booking: 'bkg_1', period: '1h' })).toEqual({
      environment: 'sandbox',
      bookingId: 'bkg_1',
      from: '2026-07-02T09:15:00.000Z',
    });
  });

  it('requestsInput converts filter names in the URL to API field names', () => {
    expect(input({ class: '5xx', status: '503', key: 'k', from: '2026-07-02T00:00:00Z' })).toEqual({
      environment: 'sandbox',
      from: '2026-07-02T00:00:00.000Z',
      statusClass: '5xx',
      status: 503,
      keyId: 'k',
    });
  });

  it('requestsInput ignores invalid numbers and times', () => {
    expect(input({ status: 'many', from: 'soon', to: 'later' })).toEqual(input({}));
  });
});
