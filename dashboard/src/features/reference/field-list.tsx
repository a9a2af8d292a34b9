import { Badge } from '../../components/feedback.tsx';
import { Marked } from '../../components/prose.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

interface FieldListProps {
  fields: readonly ApiField[];
  /** In requests, required fields are marked. In responses, optional fields are marked. */
  part: 'request' | 'response';
}

export function FieldList({ fields, part }: FieldListProps) {
  if (fields.length === 0) return <p className="faint">No fields.</p>;
  return <Nodes nodes={fieldTree(fields)} part={part} />;
}

function Nodes({ nodes, part }: { nodes: readonly FieldNode[]; part: FieldListProps['part'] }) {
  return (
    <ul className="api-fields">
      {nodes.map(node => (
        <li key={node.path}>
          <div className="api-field-head">
            <code>{node.name}</code>
            <span className="faint">{node.type}</span>
            {part === 'request' && node.required && <Badge tone="info">required</Badge>}
            {part === 'response' && !node.required && <Badge>optional</Badge>}
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
                {node.inner.length === 1 ? '1 field' : `${node.inner.length} fields`}
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

export type ApiField = Output<'reference/show'>['operation']['request'][number];

interface FieldNode extends ApiField {
  /** The last segment of the path. */
  name: string;
  inner: FieldNode[];
}

export function fieldTree(fields: readonly ApiField[]): FieldNode[] {
  const top: FieldNode[] = [];
  const byPath = new Map<string, FieldNode>();
  for (const field of fields) {
    const dot = field.path.lastIndexOf('.');
    const siblings = dot === -1 ? top : (byPath.get(field.path.slice(0, dot))?.inner ?? top);
    // Several variants of an object may contain the same field. It is listed once.
    if (siblings.some(({ path }) => path === field.path)) continue;
    const node = { ...field, name: field.path.slice(dot + 1), inner: [] };
    byPath.set(field.path, node);
    siblings.push(node);
  }
  return top;
}
