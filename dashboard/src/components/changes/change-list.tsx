import '../../styles/changes.css';
import { changesOf, type MemberChange } from './changes-of.ts';

interface ChangeListProps {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** Before and after, side by side. The signs tell what the colours tell. */
export function ChangeList({ before, after }: ChangeListProps) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return null;
  return (
    <ul className="change-list" data-new={before === null || undefined}>
      {changes.map(change => (
        <li key={change.member}>
          <span className="change-member">{change.member}</span> <Change change={change} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change: { was, is, added, removed } }: { change: MemberChange }) {
  if (added !== undefined && removed !== undefined && was !== 'none' && is !== 'none') {
    return (
      <>
        {removed.map(item => (
          <del key={item} data-listed>
            − {item}
          </del>
        ))}{' '}
        {added.map(item => (
          <ins key={item}>+ {item}</ins>
        ))}
      </>
    );
  }
  return (
    <>
      {was !== undefined && <del>{was}</del>}
      {was !== undefined && is !== undefined && <span> → </span>}
      {is !== undefined && <ins>{is}</ins>}
    </>
  );
}
