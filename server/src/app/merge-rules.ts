/** Lets mapping and catalogue imports find the pricing rules that a merge of hotels would affect. */
import { listRulesOfMerged, lockRules } from '../pricing/rule-store.ts';

export const mergeRules = { list: listRulesOfMerged, lock: lockRules };
