import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { BodyView } from '../../components/code.tsx';
import { Field } from '../../components/form.tsx';
import { JsonEditor } from '../../components/json/json-editor.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { requestSummary } from './request-summary.ts';
import { changeTryState, enterKey } from './try-state.ts';

interface BodyFieldProps {
  /** Name of the operation. */
  name: string;
  value: string;
  problem: string | undefined;
  /** The user has chosen to edit the request, so it gets the focus. */
  isEditing: boolean;
  onEdit: () => void;
}

export function BodyField({ name, value, problem, isEditing, onEdit }: BodyFieldProps) {
  const editor = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isEditing) editor.current?.focus();
  }, [isEditing]);
  return (
    <Field label="Request" problem={problem}>
      {control => (
        <JsonEditor
          {...control}
          ref={editor}
          value={value}
          onChange={text => {
            onEdit();
            changeTryState(before => ({ drafts: { ...before.drafts, [name]: text } }));
          }}
        />
      )}
    </Field>
  );
}

interface FoldedRequestProps {
  /** Name of the operation. */
  name: string;
  body: string;
  onEdit: () => void;
}

/** A request that succeeded: a line that sums it up, and a few lines of its body, so that its response is in view. */
export function FoldedRequest({ name, body, onEdit }: FoldedRequestProps) {
  const summary = requestSummary(name, body);
  return (
    <div className="try-sent">
      <div className="try-folded">
        <strong>Request</strong>
        <span>{summary}</span>
        <button type="button" className="small" onClick={onEdit}>
          <Pencil size={14} aria-hidden /> Edit request
        </button>
      </div>
      <BodyView text={body} label="request body" />
    </div>
  );
}

export function CopiedNote({ copied: { request, requestBody } }: { copied: Output<'requests/show'> }) {
  return (
    <p className="hint">
      {requestBody === null || requestBody === undefined ? 'No body was recorded for ' : 'The body of '}
      <LinkTo to="/requests/$rowId" params={{ rowId: request.rowId }}>
        {request.requestId}
      </LinkTo>
      . Replace redacted values before you send it.
    </p>
  );
}

export function OwnKey({ value, problem }: { value: string; problem: string | undefined }) {
  return (
    <details open={value !== '' || undefined}>
      <summary>Use your own sandbox key</summary>
      <Field label="Sandbox key" hint="Stored in memory until you sign out or reload." problem={problem}>
        {control => (
          <input
            {...control}
            type="password"
            value={value}
            autoComplete="off"
            spellCheck={false}
            placeholder="serai_sandbox_…"
            onChange={event => enterKey(event.target.value.trim())}
          />
        )}
      </Field>
    </details>
  );
}
