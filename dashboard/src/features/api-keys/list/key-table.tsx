import { formatAgo, formatDate, formatDateTime } from '../../lib/format-time.ts';
import type { Output } from '../../lib/operator-client.ts';
import { SCOPE_WORDS } from './scope-choices.ts';

export type ApiKey = Output<'keys/list'>['keys'][number];

interface KeyTableProps {
  keys: readonly ApiKey[];
  /** Absent when the person may not. */
  onRevoke: ((key: ApiKey) => void) | undefined;
}

const STATUS_WORDS: Record<ApiKey['status'], string> = {
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
};

/** Rows on a wide screen; on a narrow one each key becomes a card, with the headings beside the values. */
export function KeyTable({ keys, onRevoke }: KeyTableProps) {
  return (
    <table className="keys">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Scopes</th>
          <th scope="col">Limits</th>
          <th scope="col">Status</th>
          <th scope="col">Last used</th>
          {onRevoke && (
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <KeyRow key={key.keyId} apiKey={key} onRevoke={onRevoke} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: KeyTableProps['onRevoke'] }) {
  const { name, display, environment, scopes, status, lastUsed, allowedAddresses, expiresAt } = apiKey;
  return (
    <tr data-status={status}>
      <th scope="row">
        <span className="key-name">{name}</span>
        <code>{display}</code>
        <span className="facts">
          <span className="environment-mark" data-environment={environment}>
            {environment}
          </span>
          <span title={allowedAddresses.join(', ')}>{addressWords(allowedAddresses.length)}</span>
          {expiresAt && <span>expires {formatDate(expiresAt)}</span>}
        </span>
      </th>
      <td data-heading="Scopes">
        <ul className="scopes">
          {scopes.map(scope => (
            <li key={scope} title={SCOPE_WORDS[scope]}>
              {scope}
            </li>
          ))}
        </ul>
      </td>
      <td data-heading="Limits" className="limits">
        <Limits {...apiKey.limits} />
      </td>
      <td data-heading="Status">
        <span className="status">{STATUS_WORDS[status]}</span>
      </td>
      <td data-heading="Last used">
        {lastUsed === null ? (
          <span className="faint">never</span>
        ) : (
          <time dateTime={lastUsed.at} title={formatDateTime(lastUsed.at)}>
            {formatAgo(lastUsed.at)}
            {lastUsed.address && <small>{lastUsed.address}</small>}
          </time>
        )}
      </td>
      {onRevoke && (
        <td className="actions">
          {status !== 'REVOKED' && (
            <button type="button" className="quiet bad" onClick={() => onRevoke(apiKey)}>
              Revoke<span className="unseen"> {name}</span>
            </button>
          )}
        </td>
      )}
    </tr>
  );
}

const NUMBER = new Intl.NumberFormat('en-GB');

function Limits({ perMinute, perHour, perDay }: ApiKey['limits']) {
  return (
    <>
      <span>
        {NUMBER.format(perMinute)} <small>/ min</small>
      </span>
      <span>
        {NUMBER.format(perHour)} <small>/ hour</small>
      </span>
      <span>
        {NUMBER.format(perDay)} <small>/ day</small>
      </span>
    </>
  );
}

function addressWords(count: number): string {
  if (count === 0) return 'any address';
  return count === 1 ? '1 address' : `${count} addresses`;
}
