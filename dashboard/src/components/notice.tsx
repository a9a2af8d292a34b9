import type { CallFailure } from '../lib/calls/operator-client.ts';

interface NoticeProps {
  failure: CallFailure;
  onRetry?: () => void;
}

/** Says what went wrong, and takes the screen reader along. */
export function Notice({ failure, onRetry }: NoticeProps) {
  return (
    <div className="notice bad" role="alert">
      <p>{failure.message}</p>
      {/* A form says these beside its fields; of a read, as with an address that was edited, nothing else does. */}
      {onRetry && failure.details.length > 0 && (
        <ul>
          {failure.details.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path.slice(1)}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {failure.requestId && (
        <p className="faint">
          Request id <code>{failure.requestId}</code>
        </p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
