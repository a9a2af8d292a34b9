import { Badge } from '../../components/feedback.tsx';
import { Marked } from '../../components/prose.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

interface FieldListProps {
  fields: readonly ApiField[];
  /** Required fields are marked in requests only. */
  part: 'request' | 'response';
}

export function FieldList({ fields, part }: FieldListProps) {
  if (fields.length === 0) return <p className="faint">No fields.</p>;
  return <Nodes nodes={fieldTree(fields)} part={part} isTop />;
}

interface NodesProps {
  nodes: readonly FieldNode[];
  part: FieldListProps['part'];
  /** Whether the fields are in no other field. */
  isTop?: boolean | undefined;
  /** Whether exactly one of the fields is needed. */
  isChoice?: boolean | undefined;
}

function Nodes({ nodes, part, isTop, isChoice }: NodesProps) {
  return (
    <ul className="api-fields">
      {inChoices(nodes).map(entry =>
        entry.choice === undefined ? (
          <NodeItem key={entry.nodes[0].path} node={entry.nodes[0]} {...{ part, isTop, isChoice }} />
        ) : (
          <li key={entry.nodes[0].path} className="api-choice">
            <p className="api-choice-head">
              <strong>Exactly one of</strong> {part === 'request' && <Badge tone="info">required</Badge>}
            </p>
            <Nodes nodes={entry.nodes} part={part} isTop={isTop} isChoice />
          </li>
        ),
      )}
    </ul>
  );
}

function NodeItem({ node, part, isTop, isChoice }: Omit<NodesProps, 'nodes'> & { node: FieldNode }) {
  return (
    <li>
      <div className="api-field-head">
        <code>{node.name}</code>
        <span className="faint">{node.type}</span>
        {part === 'request' && node.required && <Badge tone="info">required</Badge>}
        {!node.required && !isChoice && <small className="faint">optional</small>}
        {node.limits && <small className="faint">{node.limits}</small>}
      </div>
      {node.description && (
        <p>
          <Marked text={node.description} />
        </p>
      )}
      {node.words.length > 0 && <Words words={node.words} />}
      {node.inner.length > 0 && (
        <details open={(isTop && part === 'request' && node.required) || undefined}>
          <summary>
            {node.inner.length === 1 ? '1 field' : `${node.inner.length} fields`}
            <span className="unseen"> of {node.name}</span>
          </summary>
          <Nodes nodes={node.inner} part={part} />
        </details>
      )}
    </li>
  );
}

/** Longer lists are closed, because they would hide the other fields. */
const MAX_SHOWN_WORDS = 12;

function Words({ words }: Pick<ApiField, 'words'>) {
  const list = (
    <p className="words">
      {words.map(word => (
        <code key={word}>{word}</code>
      ))}
    </p>
  );
  if (words.length <= MAX_SHOWN_WORDS) return list;
  return (
    <details>
      <summary>{words.length} values</summary>
      {list}
    </details>
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

interface Entry {
  /** The sentence that the fields share, if a request contains exactly one of them. */
  choice: string | undefined;
  nodes: [FieldNode, ...FieldNode[]];
}

const CHOICE = /\s*Give exactly one of [^.]+\.$/;

/** Fields of which a request contains exactly one form a group, which states this once. */
export function inChoices(nodes: readonly FieldNode[]): Entry[] {
  const entries: Entry[] = [];
  for (const node of nodes) {
    const choice = CHOICE.exec(node.description ?? '')?.[0].trim();
    const group = choice && entries.find(entry => entry.choice === choice);
    const short = choice ? { ...node, description: (node.description ?? '').replace(CHOICE, '') } : node;
    if (group) group.nodes.push(short);
    else entries.push({ choice, nodes: [short] });
  }
  return entries;
}
