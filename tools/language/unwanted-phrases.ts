/** Wording that reads unnaturally, each with what to write instead. Phrases, not single common words. */
export interface UnwantedPhrase {
  pattern: RegExp;
  better: string;
}

const word = (text: string, better: string): UnwantedPhrase => ({
  pattern: new RegExp(`\\b(?:${text})\\b`, 'i'),
  better,
});

export const UNWANTED_PHRASES: readonly UnwantedPhrase[] = [
  word('reckon(?:s|ed|ing)?', 'calculate, compute'),
  word('mend(?:s|ed|ing)?', 'fix, repair'),
  word('anew', 'again'),
  word('whoever|whomever', 'name the user, client or operator'),
  word('for ever|since ever', 'permanently; never expires; no start'),
  word('(?:when|where) absent', 'by default; if omitted'),
  word('(?:is|are|was|were) told', 'is notified, receives, sees'),
  word('tells? of', 'reports'),
  word('at its begin', 'at startup, when it starts'),
  word('one in so many|so many (?:is|are)', 'N; one in N'),
  word('needs? a person|calls? a person', 'needs manual review; needs attention'),
  word('turn(?:s|ed)? away', 'rejects (load shedding)'),
  word('half an answer', 'a truncated response'),
  word('lost answers?|unheard', 'lost response; outcome unknown'),
  word('put away', 'cached'),
  word('stands? for (?!itself)', 'is, represents'),
  word('may stand (?:only )?once', 'may be given only once'),
  word('gives? up the ghost|given up', 'failed permanently'),
  word('by hand-work', 'manually'),
  word('what is answered', 'the response'),
  word('not as the interface asks', 'invalid'),
  word('there is no member', 'unknown field'),
  word('one a line', 'one per line'),
];
