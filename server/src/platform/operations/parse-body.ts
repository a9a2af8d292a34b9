import { isUtf8 } from 'node:buffer';
import { ApiError } from '../api-error.ts';
import { findDuplicateKey, findUnsafe, mayBeUnsafe, scanJsonText } from './json-guard.ts';

export function parseBody(bytes: Buffer): object {
  if (bytes.length === 0) throw invalid('The body is empty. Send a JSON object, for example {}.');
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8.');
  const scan = scanJsonText(bytes);
  if (scan.refusal !== undefined) throw invalid(scan.refusal);

  const text = bytes.toString('utf8');
  const value = parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalid('The body must be a JSON object.');
  }
  const duplicate = findDuplicateKey(scan, text, value);
  if (duplicate !== undefined) throw duplicateKey(duplicate);
  if (mayBeUnsafe(text)) {
    const unsafe = findUnsafe(value);
    if (unsafe) {
      throw new ApiError('VALIDATION_ERROR', unsafe.message, {
        details: [{ path: unsafe.path, code: 'NOT_ALLOWED', message: unsafe.message }],
      });
    }
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`The body is not valid JSON${position(error)}.`);
  }
}

/**
 * The position at which parsing stopped. The original message is not used, because it quotes the body, which may
 * contain personal data.
 */
function position(error: unknown): string {
  const at = /position (\d+)/.exec((error as Error).message)?.[1];
  return at === undefined ? '' : ` (near character ${at})`;
}

function duplicateKey(path: string): ApiError {
  const message = 'An object in the body contains the same key more than once. Send each key once.';
  return new ApiError('INVALID_JSON', message, { details: [{ path, code: 'DUPLICATE_KEY', message }] });
}

function invalid(message: string): ApiError {
  return new ApiError('INVALID_JSON', message);
}
