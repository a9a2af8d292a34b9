/** Labels for the codes on the mapping pages. */

const DOUBTS: Readonly<Record<string, string>> = {
  VETO: 'Contradicting details',
  SCORE: 'Not enough evidence',
  MARGIN: 'Several candidates fit',
  TAKEN: 'Another hotel of the provider fits too',
  LINKAGE: 'Contradicts the mapping of another provider',
  ALARM: 'Taken off sale',
};

const ALARMS: Readonly<Record<string, string>> = {
  MOVED: 'Moved by more than 1 km',
  RENAMED: 'Name changed',
  CHAIN_CHANGED: 'Chain changed',
  CONTRADICTORY: 'A response named another hotel',
  PRICE: 'Price far from other providers',
};

const VETOES: Readonly<Record<string, string>> = {
  NUMBERS: 'The names contain different numbers.',
  SUB_BRAND: 'Only one name has a word such as Express, Suites or Annex.',
  NAME: 'Each name has a word that the other lacks.',
  EXTRA_WORD: 'Only one name has an additional word, and it is not known whether the addresses match.',
  KIND: 'One is a hotel, and the other is not.',
  CHAIN: 'The chains differ.',
  PLACE: 'Both the address and the position differ.',
  ID: 'The two hotels have different ids in the same code system.',
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
  DIFFERENT: 'Different hotel',
  LATER: 'Postponed',
  UNDONE: 'Undone',
};

export const outcomeText = (outcome: string): string => OUTCOMES[outcome] ?? sentence(outcome);

/** `+4.8`, `−2.1` */
export function weightText(weight: number): string {
  return `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(1)}`;
}
