import { Badge } from '../../components/feedback.tsx';
import { type Member, type MemberNode, memberTree } from './member-tree.ts';
import { Marked } from './prose.tsx';

interface MemberListProps {
  members: readonly Member[];
  /** Only a request has to be told what it must have. */
  part: 'request' | 'answer';
}

export function MemberList({ members, part }: MemberListProps) {
  if (members.length === 0) return <p className="faint">No members.</p>;
  return <Nodes nodes={memberTree(members)} part={part} />;
}

function Nodes({ nodes, part }: { nodes: readonly MemberNode[]; part: MemberListProps['part'] }) {
  return (
    <ul className="members">
      {nodes.map(node => (
        <li key={node.path}>
          <div className="member-head">
            <code>{node.name}</code>
            <span className="faint">{node.type}</span>
            {part === 'request' && node.required && <Badge tone="info">required</Badge>}
            {part === 'answer' && !node.required && <Badge>not always there</Badge>}
            {node.limits && <small className="faint">{node.limits}</small>}
          </div>
          {node.description && (
            <p>
              <Marked text={node.description} />
            </p>
          )}
          {node.words.length > 0 && (
            <p className="words">
              {node.words.map(word => (
                <code key={word}>{word}</code>
              ))}
            </p>
          )}
          {node.inner.length > 0 && (
            <details>
              <summary>
                {node.inner.length === 1 ? '1 member' : `${node.inner.length} members`}
                <span className="unseen"> of {node.name}</span>
              </summary>
              <Nodes nodes={node.inner} part={part} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
