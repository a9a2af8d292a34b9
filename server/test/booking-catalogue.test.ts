/** Content and booking never import each other. These tests check that content provides what booking needs. */
import { expectTypeOf, it } from 'vitest';
import type { Catalogue } from '../src/booking/catalogue.ts';
import type { Content } from '../src/content/content.ts';

it('the content area provides what booking reads from the catalogue', () => {
  expectTypeOf<Content['catalogue']>().toExtend<Catalogue>();
});
