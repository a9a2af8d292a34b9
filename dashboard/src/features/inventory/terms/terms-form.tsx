import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Notice } from '../../../components/feedback.tsx';
import { type CallFailure, call, type Output, toFailure } from '../../../lib/calls/operator-client.ts';
import { useCall } from '../../../lib/calls/use-call.ts';
import { useEnvironment } from '../../../lib/url-state.ts';
import type { TermsDraft } from '../use-terms-draft.ts';
import { cleaned, type DocumentDraft } from './document-draft.ts';
import { EditorContext } from './fields.tsx';
import { limitWarnings } from './limit-warnings.ts';
import { findingsText, planName } from './plan-words.ts';
import { PlansSection } from './plans-section.tsx';
import { PoliciesSection } from './policies-section.tsx';
import { LabelsContext, ProblemList } from './problem-list.tsx';
import { SampleStays } from './sample-stays.tsx';
import { BandsSection, ChargesSection, RoomsSection } from './sections.tsx';
import { fieldWarnings, unsoldWarning } from './unsold-warnings.ts';
import { Warnings } from './warnings.tsx';
import '../../../styles/inventory-terms.css';

interface TermsFormProps {
  property: Output<'inventory/show'>;
  draft: TermsDraft;
  mayChange: boolean;
}

type Checked = Output<'inventory/set-property'>;

/** Rate plans, policies, taxes, age bands and room limits. Each change is checked by the server before it is saved. */
export function TermsForm({ property, draft, mayChange }: TermsFormProps) {
  const environment = useEnvironment();
  const preview = useRef<HTMLElement>(null);
  const warningList = useRef<HTMLDetailsElement>(null);
  const { document, isChanged, change } = draft;
  const [isPreviewed, setPreviewed] = useState(false);
  const [labels] = useState(() => new Map<string, string>());
  const { checked, failure } = useCheck(document, mayChange);
  const hotel = useCall('hotels/show', { environment, hotelId: document.hotelId });
  const catalogue = hotel.state === 'ready' ? hotel.data.rooms : [];
  const shownFailure = draft.failure ?? failure;
  const roomName = (code: string) =>
    [...property.roomNames, ...catalogue].find(({ roomCode }) => roomCode === code)?.name ?? code;
  const roomCodes = document.rooms.map(({ roomCode }) => roomCode);
  const names = { roomName, planName: (code: string) => planName(document, code) };
  const { ageBands = [] } = document;
  const warnings = checked && [
    ...limitWarnings(document, catalogue),
    ...checked.warnings.map(warning => unsoldWarning(warning, { ...names, roomCodes, ageBands })),
  ];
  const findings = findingsText(shownFailure?.details.length ?? 0, warnings?.length ?? 0);
  // The focus scrolls to the list, and the keyboard continues there.
  const showFindings = () => {
    const list = warningList.current;
    if (list) list.open = true;
    (shownFailure === undefined ? list?.querySelector('summary') : preview.current)?.focus();
  };

  const showPreview = () => {
    // On a phone, the preview is hidden before, and could not get the focus.
    flushSync(() => setPreviewed(true));
    preview.current?.focus();
  };

  return (
    <LabelsContext value={labels}>
      <EditorContext
        value={{
          document,
          saved: isChanged ? property.document : document,
          problems: shownFailure?.details ?? [],
          warnings: fieldWarnings(warnings ?? []),
          change,
          roomName,
        }}
      >
        <div className="terms">
          <fieldset className="terms-form" disabled={!mayChange}>
            <legend className="unseen">Rate plans and terms</legend>
            <PlansSection />
            <PoliciesSection />
            <RoomsSection catalogue={catalogue} />
            <BandsSection />
            <ChargesSection />
          </fieldset>
          <div className="terms-side">
            <aside
              ref={preview}
              className="terms-check"
              data-previewed={isPreviewed || undefined}
              aria-label="Check and preview"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview scrolls, also with the keyboard
              tabIndex={0}
            >
              {/* Invalid fields are listed by their labels, which says more than the message of the response. */}
              {shownFailure &&
                (shownFailure.code !== 'VALIDATION_ERROR' || shownFailure.details.length === 0) && (
                  <Notice failure={shownFailure} />
                )}
              <ProblemList problems={shownFailure?.details ?? []} />
              <Warnings ref={warningList} warnings={warnings ?? []} />
              {checked && <SampleStays samples={checked.samples} {...names} />}
            </aside>
            {mayChange && (
              <div className="terms-actions">
                <p className="terms-state">
                  <strong aria-live="polite">{isChanged ? 'Unsaved changes' : 'No unsaved changes'}</strong>
                  {findings && (
                    <span className="terms-findings">
                      {' · '}
                      <button type="button" className="quiet" onClick={showFindings}>
                        {findings}
                      </button>
                    </span>
                  )}
                </p>
                <button type="button" className="terms-preview" onClick={showPreview}>
                  <Eye size={16} aria-hidden /> Preview
                </button>
                <button type="button" disabled={!isChanged} onClick={draft.discard}>
                  Discard
                </button>
                <button
                  type="button"
                  className="main"
                  disabled={draft.isSaving || !isChanged}
                  onClick={() => void draft.save()}
                >
                  {draft.isSaving ? 'Saving…' : 'Save'}
                </button>
              </div>
            )}
          </div>
        </div>
      </EditorContext>
    </LabelsContext>
  );
}

const TYPING_MS = 500;

/** Asks the server what the document would sell, without saving it. */
function useCheck(document: DocumentDraft, isOn: boolean) {
  const environment = useEnvironment();
  const [result, setResult] = useState<{ checked?: Checked; failure?: CallFailure }>({});
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const input = { environment, document: cleaned(document), dryRun: true };
        setResult({ checked: await call('inventory/set-property', input, controller.signal) });
      } catch (thrown) {
        if (!controller.signal.aborted) setResult({ failure: toFailure(thrown) });
      }
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [document, environment, isOn]);
  return result;
}
