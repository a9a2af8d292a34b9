const DOUBTS: Readonly<Record<string, string>> = {
  VETO: 'Conflicting details',
  SCORE: 'Not enough evidence',
  MARGIN: 'Several candidates match',
  TAKEN: 'Another hotel of the provider also matches',
  LINKAGE: 'Conflicts with another provider',
  ALARM: 'Taken off sale',
};

const ALARMS: Readonly<Record<string, string>> = {
  MOVED: 'Moved by more than 1 km',
  RENAMED: 'Name changed',
  CHAIN_CHANGED: 'Chain changed',
  CONTRADICTORY: 'A response named another hotel',
  PRICE: 'Price differs widely from other providers',
};

const VETOES: Readonly<Record<string, string>> = {
  NUMBERS: 'The names contain different numbers.',
  SUB_BRAND: 'The names differ in words such as Express, Suites or Annex.',
  NAME: 'The names have different words.',
  EXTRA_WORD: 'Only one name has an additional word, and the addresses are not known to be the same.',
  KIND: 'The kinds of property differ, for example a hotel and an apartment.',
  CHAIN: 'The chains differ.',
  PLACE: 'Both the address and the position differ.',
  ID: 'The hotels have different IDs in a shared code system, such as GIATA.',
};

/** `SAME_STREET` becomes `Same street`. */
export function sentence(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const doubtText = (doubt: string | null, alarm: string | null): string => {
  if (alarm !== null) return ALARMS[alarm] ?? sentence(alarm);
  return doubt === null ? '–' : (DOUBTS[doubt] ?? sentence(doubt));
};

export const vetoText = (veto: string): string => VETOES[veto] ?? sentence(veto);

const OUTCOMES: Readonly<Record<string, string>> = {
  SAME: 'Mapped',
  REVIEW: 'Needs review',
  DIFFERENT: 'No match',
  LATER: 'Postponed',
  UNDONE: 'Undone',
};

export const outcomeText = (outcome: string): string => OUTCOMES[outcome] ?? sentence(outcome);

/** `+4.8`, `−2.1` */
export function weightText(weight: number): string {
  return `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(1)}`;
}
