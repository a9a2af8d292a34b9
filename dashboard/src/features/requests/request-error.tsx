import { ERRORS } from '@serai/contract/errors.ts';
import { CallError } from '../../components/call-detail.tsx';
import { formatPointer } from '../../components/json/json-lines.ts';
import { LinkTo } from '../../components/link-to.tsx';
import { operationTitle } from '../../components/operation-names.tsx';
import { Marked } from '../../components/prose.tsx';
import { describeHttpStatus } from '../../lib/format/http-status.ts';
import type { LoggedRequest } from './request-filters.ts';

interface RequestErrorProps {
  request: LoggedRequest;
  /** The response body, if it was recorded. */
  response: unknown;
}

/** Why a request failed and what to do about it. Nothing for a request that succeeded. */
export function RequestError({ request, response }: RequestErrorProps) {
  const { code, reason, operation, status } = request;
  if (code === null && reason === null && status > 0 && status < 400) return null;
  const { message, details } = errorIn(response);
  // The message of the only detail is often that of the error.
  const others = details.filter(detail => detail.message !== message);
  return (
    <CallError
      tone={status >= 400 && status < 500 ? 'warn' : 'bad'}
      title={withoutFullStop(
        message === undefined ? describeStatus(status) : withoutAdvice(message, code && ERRORS[code].action),
      )}
    >
      {others.length > 0 && (
        <ul>
          {others.map(({ path, message: text }) => (
            <li key={`${path} ${text}`}>
              <code>{formatPointer(path) || 'body'}</code> {text}
            </li>
          ))}
        </ul>
      )}
      {code !== null && (
        <p>
          <strong>What to do:</strong> <Marked text={ERRORS[code].action} />{' '}
          {ERRORS[code].retryable && 'The same request may succeed later.'}
        </p>
      )}
      {reason !== null && <p>The key was rejected: {reason}. This reason is not sent to the client.</p>}
      <p className="request-error-links">
        {code !== null && <code>{code}</code>}
        {code !== null && operation !== null && (
          <LinkTo to="/reference/$operation" params={{ operation }} search={{ part: 'errors' }}>
            Error reference: {operationTitle(operation)}
          </LinkTo>
        )}
        {code !== null && (
          <LinkTo to="/requests" search={{ code }}>
            Requests with this error
          </LinkTo>
        )}
      </p>
    </CallError>
  );
}

/** The message without the sentences that "What to do" repeats. Sentences without Latin letters are always kept. */
export function withoutAdvice(message: string, advice: string | null): string {
  const keyOf = (sentence: string) => sentence.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const known = new Set(sentencesOf(advice ?? '').map(keyOf));
  known.delete('');
  const others = sentencesOf(message).filter(sentence => !known.has(keyOf(sentence)));
  return others.length === 0 ? message : others.join(' ');
}

/** A heading of one sentence has no full stop. */
export function withoutFullStop(text: string): string {
  return sentencesOf(text).length === 1 ? text.replace(/\.$/, '') : text;
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}

function describeStatus(status: number): string {
  if (status === 0) return 'The connection was closed without a response.';
  if (status === 499) return 'The client disconnected before the response was complete.';
  return `The request failed with ${describeHttpStatus(status)}.`;
}

interface FoundError {
  message: string | undefined;
  details: { path: string; message: string }[];
}

/** The error in a recorded body. Bodies are redacted and may be truncated, so nothing is certain about their shape. */
export function errorIn(body: unknown): FoundError {
  const error = (body as { error?: unknown } | null | undefined)?.error as
    | { message?: unknown; details?: unknown }
    | undefined;
  const details = Array.isArray(error?.details) ? error.details : [];
  return {
    message: typeof error?.message === 'string' ? error.message : undefined,
    details: details.filter(
      (each): each is { path: string; message: string } =>
        typeof each?.path === 'string' && typeof each?.message === 'string',
    ),
  };
}
