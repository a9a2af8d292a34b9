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
  word('lost answers?|unheard(?!-)', 'lost response; outcome unknown'),
  word('put away', 'cached'),
  word('stands? for (?!itself)', 'is, represents'),
  word('may stand (?:only )?once', 'may be given only once'),
  word('gives? up the ghost|given up', 'failed permanently'),
  word('by hand-work', 'manually'),
  word('what is answered', 'the response'),
  word('not as the interface asks', 'invalid'),
  word('there is no member', 'unknown field'),
  word('one a line', 'one per line'),
  word('(?:is|are|was|were) answered (?:by|with|at once|in|otherwise|as)', 'returns, responds with'),
  word('what (?:was|is) (?:said|asked|kept|told)', 'name the thing: the response, the request'),
  word('whose(?:so)?ever|whichever of', 'name the owner; any'),
  word('(?:of|on) (?:its|their|our|your) own accord|all by itself', 'automatically'),
  word(
    '(?:happens?|settles?|settled|opens?|ends?|erased|repeats?) by (?:itself|themselves)',
    'automatically',
  ),
  word(
    'a (?:page|table|process|key|row|code|shell|machine|queue|trace|backend section) of (?:its|their|our|one.s) own',
    'its own page; a separate process',
  ),
  word('as ever|as it stands|as they stand', 'as before; unchanged; as written'),
  word('takes? (?:a|its) value away', 'clears the value'),
  word('(?:with|has) .{0,20} in (?:its|their) words', 'in its own format'),
  word('goes? by (?:itself|the command)', 'is deleted automatically; use the command'),
  word('one a (?:line|file|process|booking|search|name|key)', 'one per line'),
  word('(?:requests?|bookings?|rows?|deliveries) a second', 'per second'),
  word('(?:bytes|cost|CPU|memory) a (?:key|name|hotel|booking|request)', 'per key'),
  word('made-up', 'generated; sample; invented'),
  word('dear(?:er|est)', 'more expensive; most expensive'),
  word('(?:reads?|read|asks?|asked|tries|tried) it anew|plans? anew', 'again'),
  word('the service itself', 'the operator; the installation'),
  word('waits? for a person|a person (?:takes over|must|is called)', 'needs attention; needs manual review'),
  word('nobody (?:was|is) told', 'no notification was sent'),
  word('(?:said|says|told) at once', 'reported immediately'),
  word('the short words of', 'the shell functions of'),
  word('(?:members|parts) of (?:an?|the) answer', 'fields of the response'),
  word('tells (?:how|what|which|when|where|why|whether)', 'explains, shows, reports'),
  word('(?:that|which) (?:was|were) given up', 'that failed permanently'),
  word('to be had', 'available'),
  word('(?:what|which) (?:else )?was weighed', 'alternatives'),
  word('at (?:this|that) moment|of one moment', 'now; at that time; a consistent snapshot'),
];
