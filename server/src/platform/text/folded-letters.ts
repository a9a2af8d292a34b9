/**
 * Maps letters that NFKD does not decompose, and letter variants, to what people without that key type. Lower case,
 * applied after NFKD. A change affects all stored data that was folded with this map: the place index and the name hashes
 * of holders.
 */
export const FOLDED_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ə: 'e' },
    ...{ ŧ: 't', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ς: 'σ', ѐ: 'е', ґ: 'г' },
    ...{ ى: 'ي', ی: 'ي', ې: 'ي', ک: 'ك', ة: 'ه', ۀ: 'ه', ہ: 'ه', ھ: 'ه' },
  }),
);
