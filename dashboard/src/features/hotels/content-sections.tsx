import type { ReactNode } from 'react';

/** In the order of the form. */
const SECTIONS = [
  ['texts', 'Texts'],
  ['photos', 'Photos'],
  ['category', 'Category'],
  ['address', 'Address'],
  ['location', 'Location'],
  ['times', 'Check-in and check-out'],
  ['contact', 'Contact'],
  ['facilities', 'Facilities'],
] as const;

type SectionName = (typeof SECTIONS)[number][0];

const idOf = (name: SectionName) => `content-${name}`;

/** Leads to each section of the form, which is several windows high. */
export function SectionLinks() {
  return (
    <nav className="content-links" aria-label="Sections">
      {SECTIONS.map(([name, label]) => (
        <a key={name} href={`#${idOf(name)}`}>
          {label}
        </a>
      ))}
    </nav>
  );
}

export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  return (
    <div id={idOf(name)} className="content-section">
      {children}
    </div>
  );
}
