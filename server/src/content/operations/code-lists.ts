/**
 * The lists of boards, categories and facilities. They never change while a process runs, so each response and its ETag
 * are created once per language.
 */
import {
  BOARDS,
  CATEGORIES,
  LIST_LANGUAGES,
  type ListLanguage,
  listLanguage,
  nameIn,
} from '@serai/contract/content/code-lists.ts';
import { FACILITIES } from '@serai/contract/content/facility-list.ts';
import * as operations from '@serai/contract/content/list-operations.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { type TaggedJson, taggedJson } from '../content-list.ts';

const boardList = responseByLanguage(language => ({
  boards: BOARDS.map(({ code, name, meals }) => ({ code, ...nameIn(name, language), meals })),
}));

const categoryList = responseByLanguage(language => ({
  categories: CATEGORIES.map(({ code, name, stars, type }) => ({
    code,
    ...nameIn(name, language),
    stars,
    type,
  })),
}));

const facilityList = responseByLanguage(language => ({
  facilities: FACILITIES.map(({ code, name, group }) => ({ code, ...nameIn(name, language), group })),
}));

export const codeListHandlers: Handler[] = [
  handle(operations.boards, (_context, { language }) => boardList(language)),
  handle(operations.categories, (_context, { language }) => categoryList(language)),
  handle(operations.facilities, (_context, { language }) => facilityList(language)),
];

function responseByLanguage(
  build: (language: ListLanguage) => object,
): (requested: string | undefined) => TaggedJson {
  const responses = new Map(LIST_LANGUAGES.map(language => [language, taggedJson(build(language))]));
  return requested => responses.get(listLanguage(requested)) as TaggedJson;
}
