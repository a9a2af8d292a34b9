/**
 * Letters that Unicode does not take apart, and variants of one letter, as people type them who lack the key. Lower case, after
 * NFKD. A change of it is a change of whatever was folded with it and kept: the index of places, the marks of holders.
 */
export const FOLDED_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ə: 'e' },
    ...{ ŧ: 't', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ς: 'σ', ѐ: 'е', ґ: 'г' },
    ...{ ى: 'ي', ی: 'ي', ې: 'ي', ک: 'ك', ة: 'ه', ۀ: 'ه', ہ: 'ه', ھ: 'ه' },
  }),
);
