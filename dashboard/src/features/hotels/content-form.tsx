import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { LeaveGuard } from '../../components/dialogs/leave-guard.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { type CallFailure, fieldError, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { type ContentDraft, isSameAt, toContent } from './content-draft.ts';
import { Section, SectionLinks } from './content-sections.tsx';
import { changedSections, SECTIONS, type SectionName, sectionAt, sectionSummary } from './content-summary.ts';
import {
  AddressSection,
  CategorySection,
  ContactSection,
  type SectionProps,
  TimesSection,
} from './details-fields.tsx';
import { FacilitiesField } from './facilities-field.tsx';
import { AddLanguage, LanguageTexts } from './language-texts.tsx';
import { PhotosField, type ServedImages } from './photos-field.tsx';
import { PinMap } from './pin-map.tsx';
import '../../styles/form-sections.css';
import '../../styles/hotel-content.css';

type Content = Output<'hotels/content'>;

interface ContentFormProps {
  content: Content;
  /** The photos that partners receive now. They come from the catalogue while the hotel has none of its own. */
  served: ServedImages;
  onClose: () => void;
}

/** Everything that partners learn about a hotel, except its rooms and policies. It is saved in one step. */
export function ContentForm({ content, served, onClose }: ContentFormProps) {
  const environment = useEnvironment();
  const form = useRef<HTMLFormElement>(null);
  const { opened, draft, changed, setDraft } = useDraft(content);
  const isChanged = changed.size > 0;
  const [sent, setSent] = useState(draft);
  const saving = useAction('hotels/update-content', {
    changes: ['hotels'],
    toast: 'Hotel content saved.',
    done: onClose,
  });
  const { failure } = saving;
  useFocusOnFailure(form, failure);
  // A message disappears when its field changes. Those of the other fields stay.
  const isOpen = (path: string) => isSameAt(sent, draft, path);
  const open = (failure?.details ?? []).filter(({ path }) => isOpen(path.slice(1)));
  const problem = (path: string) => (isOpen(path) ? fieldError(failure, path) : undefined);
  // What is typed while the content is saved would be lost.
  const set = (edited: Partial<ContentDraft>) => !saving.busy && setDraft({ ...draft, ...edited });
  const section: SectionProps = { draft, onChange: set, problem };

  return (
    <>
      <LeaveGuard isNeeded={isChanged} />
      <Form
        ref={form}
        className="content-form"
        onSubmit={() => {
          setSent(draft);
          return saving.run({
            ...{ environment, hotelId: opened.hotelId, updatedAt: opened.updatedAt },
            ...toContent(draft),
          });
        }}
      >
        <SectionLinks changed={changed} />
        <Sections
          {...section}
          changed={changed}
          served={opened.images.length === 0 ? served : []}
          wrong={new Set(open.map(({ path }) => sectionAt(path)))}
        />
        <div className="content-end">
          {failure && <Failure failure={failure} open={open} fields={Object.keys(draft)} />}
          <strong aria-live="polite">{isChanged ? 'Unsaved changes' : 'No unsaved changes'}</strong>
          <FormButtons
            onCancel={onClose}
            cancelLabel={isChanged ? 'Discard' : 'Cancel'}
            disabled={saving.busy}
          >
            {saving.busy ? 'Saving…' : 'Save'}
          </FormButtons>
        </div>
      </Form>
    </>
  );
}

interface SectionsProps extends SectionProps {
  served: ServedImages;
  /** The sections with unsaved changes. */
  changed: ReadonlySet<SectionName>;
  /** The sections with invalid fields. */
  wrong: ReadonlySet<SectionName | undefined>;
}

function Sections({ served, changed, wrong, ...section }: SectionsProps) {
  const { draft, onChange, problem } = section;
  const panels: Readonly<Record<SectionName, ReactNode>> = {
    texts: <Texts {...section} />,
    photos: (
      <PhotosField
        images={draft.images}
        catalogue={served}
        onChange={images => onChange({ images })}
        problem={problem}
      />
    ),
    category: <CategorySection {...section} />,
    address: <AddressSection {...section} />,
    location: <Location {...section} />,
    times: <TimesSection {...section} />,
    contact: <ContactSection {...section} />,
    facilities: (
      <FacilitiesField
        facilities={draft.facilities}
        onChange={facilities => onChange({ facilities })}
        problem={problem('facilities')}
      />
    ),
  };
  return SECTIONS.map(({ name }) => (
    <Section
      key={name}
      name={name}
      summary={sectionSummary(name, draft)}
      isChanged={changed.has(name)}
      isWrong={wrong.has(name)}
    >
      {panels[name]}
    </Section>
  ));
}

/**
 * The content may be loaded again while the form is open. Unsaved changes stay: if someone else has changed the hotel,
 * the server rejects them with an explanation.
 */
function useDraft(content: Content) {
  const [opened, setOpened] = useState(content);
  const { hotelId: _, updatedAt, ...stored } = opened;
  const [draft, setDraft] = useState<ContentDraft>(stored);
  const changed = changedSections(draft, stored);
  if (changed.size === 0 && content.updatedAt !== updatedAt) {
    const { hotelId: _id, updatedAt: _at, ...loaded } = content;
    setOpened(content);
    setDraft(loaded);
  }
  return { opened, draft, changed, setDraft };
}

interface FailureProps {
  failure: CallFailure;
  /** The errors in fields that have not changed since. */
  open: CallFailure['details'];
  /** Fields that show their own messages. */
  fields: readonly string[];
}

function Failure({ failure, open, fields }: FailureProps) {
  if (failure.details.length === 0) return <Notice failure={failure} />;
  if (open.length === 0) return null;
  const count = new Set(open.map(({ path }) => path)).size;
  const others = open.filter(({ path }) => !fields.includes(path.split('/')[1] ?? ''));
  return (
    <Banner tone="bad" title={count === 1 ? '1 field is invalid.' : `${count} fields are invalid.`}>
      {others.map(({ path, message }) => (
        <p key={`${path} ${message}`}>{message}</p>
      ))}
    </Banner>
  );
}

/** Moves to the first invalid field, because it may be far from the button. */
function useFocusOnFailure(form: { current: HTMLFormElement | null }, failure: CallFailure | undefined) {
  useEffect(() => {
    if (failure === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, failure]);
}

function Location({ draft: { location, address }, onChange, problem }: SectionProps) {
  const [isTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  return (
    <Card
      title="Location"
      hint={`${isTouch ? 'Tap the map' : 'Click the map or use the arrow keys'} to move the pin. This can also change the hotel’s place.`}
    >
      <PinMap
        location={location}
        countryCode={address.countryCode}
        onChange={moved => onChange({ location: moved })}
      />
      {problem('location') && <span className="problem">{problem('location')}</span>}
    </Card>
  );
}

function Texts({ draft: { name, description }, onChange, problem }: SectionProps) {
  const texts = { name, description };
  return (
    <Card
      title="Name and description"
      hint="Partners get the first language if theirs is missing."
      actions={<AddLanguage {...{ texts, onChange }} />}
    >
      <LanguageTexts {...{ texts, onChange, problem }} />
    </Card>
  );
}
