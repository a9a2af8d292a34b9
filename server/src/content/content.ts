/** Every operation of the content area that is built. */
import type { Handler } from '../platform/operations/handler.ts';
import { boards } from './operations/boards.ts';
import { categories } from './operations/categories.ts';
import { facilities } from './operations/facilities.ts';

export function contentHandlers(): Handler[] {
  return [boards, categories, facilities];
}
