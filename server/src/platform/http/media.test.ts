import { expect, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import { checkMedia, MAX_BODY_BYTES } from './media.ts';
import { readHeaders } from './request-headers.ts';

function outcome(headers: Record<string, string>, method = 'POST'): string {
  try {
    const raw = Object.entries({ 'content-type': 'application/json', ...headers }).flat();
    checkMedia(method, readHeaders(raw));
    return 'fine';
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}

test.each(['GET', 'PUT', 'post'])('a request with the method %s is not allowed', method => {
  expect(outcome({}, method)).toBe('METHOD_NOT_ALLOWED');
});

test.each([
  ['application/json', 'fine'],
  ['Application/JSON; charset=UTF-8', 'fine'],
  ['application/json;charset="utf-8"', 'fine'],
  ['application/json; profile=x', 'fine'],
  ['application/json; charset=latin1', 'UNSUPPORTED_MEDIA_TYPE'],
  ['application/jsonx', 'UNSUPPORTED_MEDIA_TYPE'],
  ['text/plain', 'UNSUPPORTED_MEDIA_TYPE'],
])('the outcome of a request with the content type %s is %s', (contentType, expected) => {
  expect(outcome({ 'content-type': contentType })).toBe(expected);
});

test.each([
  ['', 'fine'],
  ['*/*', 'fine'],
  ['application/*', 'fine'],
  ['text/html, application/json;q=0.1', 'fine'],
  ['*/*;q=0, application/json', 'fine'],
  ['application/json;q=0, */*', 'NOT_ACCEPTABLE'],
  ['application/json; q=0.000', 'NOT_ACCEPTABLE'],
  ['text/html', 'NOT_ACCEPTABLE'],
])('the outcome of a request with the Accept header %j is %s', (accept, expected) => {
  expect(outcome({ accept })).toBe(expected);
});

test.each([
  [{ 'content-encoding': 'Identity' }, 'fine'],
  [{ 'content-encoding': 'gzip' }, 'UNSUPPORTED_MEDIA_TYPE'],
  [{ 'content-encoding': 'br' }, 'UNSUPPORTED_MEDIA_TYPE'],
  [{ 'content-length': String(MAX_BODY_BYTES) }, 'fine'],
  [{ 'content-length': String(MAX_BODY_BYTES + 1) }, 'PAYLOAD_TOO_LARGE'],
])('the outcome of a request with the headers %o is %s', (headers, expected) => {
  expect(outcome(headers)).toBe(expected);
});
