/** The unsaved rate plans and terms of a property, and saving them. */
import { useState } from 'react';
import type { CallFailure, Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { cleaned, type DocumentDraft } from './terms/document-draft.ts';

export interface TermsDraft {
  document: DocumentDraft;
  isChanged: boolean;
  isSaving: boolean;
  /** What the server said about the last attempt to save. */
  failure: CallFailure | undefined;
  change: (next: DocumentDraft) => void;
  discard: () => void;
  save: () => Promise<void>;
}

interface Edited {
  document: DocumentDraft;
  /** The version from which the edits started, or the version that was saved. */
  version: number;
  isSaved: boolean;
}

export function useTermsDraft(property: Output<'inventory/show'>): TermsDraft {
  const environment = useEnvironment();
  const invalidate = useInvalidate();
  const [edited, setEdited] = useState<Edited>();
  // Saved edits are shown until the property is read again. The server may write amounts differently.
  const isRead = edited?.isSaved === true && property.version >= edited.version;
  const draft: Edited = edited === undefined || isRead ? { ...property, isSaved: true } : edited;
  const action = useAction('inventory/set-property', {
    changes: ['inventory', 'hotels'],
    toast: 'Rate plans and terms saved.',
  });
  const { document, version, isSaved } = draft;
  return {
    document,
    isChanged: !isSaved && textOf(document) !== textOf(property.document),
    isSaving: action.busy,
    failure: action.failure,
    change: next => {
      action.clear();
      setEdited({ document: next, version, isSaved: false });
    },
    discard: () => {
      action.clear();
      setEdited(undefined);
    },
    async save() {
      const saved = await action.run({ environment, document: cleaned(document), version });
      // After a conflict, discarding the edits shows what someone else has saved.
      if (saved === undefined) return void invalidate(['inventory']);
      // What was edited in the meantime is not saved, but continues from the new version.
      setEdited(now => now && { ...now, version: saved.version, isSaved: now.document === document });
    },
  };
}

const textOf = (document: DocumentDraft) => JSON.stringify(cleaned(document));
