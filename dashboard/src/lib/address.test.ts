import { describe, expect, it } from 'vitest';
import { pathOf, readAddress } from './address.ts';

describe('the address of a page', () => {
  it.each(['sandbox', 'production'] as const)('tells the environment %s', environment => {
    for (const page of ['api-keys', 'api-keys/new'] as const) {
      expect(readAddress(pathOf(environment, page))).toEqual({ environment, page });
    }
  });

  it('is the sandbox where none is named', () => {
    expect(readAddress('/')).toEqual({ environment: 'sandbox', page: 'api-keys' });
  });

  it.each(['/production/other', '/production/settings/api-keys/x'])(
    'of an unknown page stays in its environment: %s',
    path => {
      expect(readAddress(path)).toEqual({ environment: 'production', page: undefined });
    },
  );
});
