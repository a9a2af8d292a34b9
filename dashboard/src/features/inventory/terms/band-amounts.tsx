import type { Path } from './document-draft.ts';
import { AmountAt, useEditor } from './fields.tsx';

/** One amount for each age band. */
export function BandAmounts({ path, label }: { path: Path; label: string }) {
  const { document } = useEditor();
  return (document.ageBands ?? []).map(({ code, fromAge, toAge }) => (
    <AmountAt
      key={code}
      path={[...path, code]}
      label={`${label}: ${code} (${fromAge}–${toAge})`}
      isOptional
      unit={`${document.currency} per night`}
    />
  ));
}
