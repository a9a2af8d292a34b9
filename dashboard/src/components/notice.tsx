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
