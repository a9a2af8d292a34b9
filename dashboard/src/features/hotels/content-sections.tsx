import { type ReactNode, useState } from 'react';
import { UnsavedDot } from '../../components/unsaved-dot.tsx';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { SECTIONS, type SectionName } from './content-summary.ts';

const idOf = (name: SectionName) => `content-${name}`;

/** Leads to each section of the form, which is several windows high. Phones show the closed sections instead. */
export function SectionLinks({ changed }: { changed: ReadonlySet<SectionName> }) {
  if (useIsPhone()) return null;
  return (
    <nav className="content-links" aria-label="Sections">
      {SECTIONS.map(({ name, label }) => (
        <a key={name} href={`#${idOf(name)}`}>
          {label}
          {changed.has(name) && <UnsavedDot />}
        </a>
      ))}
    </nav>
  );
}

interface SectionProps {
  name: SectionName;
  /** What the section contains, in a few words. */
  summary: string;
  isChanged: boolean;
  /** A section with an invalid field is open, so that the field can get the focus. */
  isWrong: boolean;
  children: ReactNode;
}

/**
 * On phones, only the name and the summary are shown at first. Elsewhere, the section is always open and has no line of
 * its own. The elements are the same, so that nothing is lost when a phone is turned.
 */
export function Section({ name, summary, isChanged, isWrong, children }: SectionProps) {
  const isFolding = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      id={idOf(name)}
      className="content-section"
      open={!isFolding || isOpen || isWrong}
      onToggle={({ currentTarget }) => isFolding && setOpen(currentTarget.open)}
      // The browser names an invalid value only in a field that is shown.
      onInvalidCapture={() => setOpen(true)}
    >
      <summary>
        <span>{SECTIONS.find(each => each.name === name)?.label}</span>
        {isChanged && <UnsavedDot />}
        <small>{summary}</small>
      </summary>
      {children}
    </details>
  );
}
