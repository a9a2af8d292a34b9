/** Tests which description of a hotel partners receive if suppliers have descriptions too. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { writeHotels } from '../../../test/catalogue-builder.ts';
import {
  app,
  OTHER,
  OURS,
  operate,
  store,
  theirs,
  useMappingApp,
} from '../../../test/mapping/mapping-app.ts';

useMappingApp();

let key: string;
beforeAll(async () => {
  ({ secret: key } = await app.createKey());
  const [larkspur] = OURS as [(typeof OURS)[number]];
  const description = { 'en-GB': 'Our words.', es: 'Nuestro texto.' };
  await writeHotels(app.mainDb, 'sandbox', [{ ...larkspur, description }]);
});

const content = (texts: Record<string, string>) => ({
  content: { photos: [], texts, facilities: [], policies: [] },
});

beforeEach(async () => {
  await store([
    theirs(0, content({ en: 'Their words.', de: 'Ihr Text.', 'pt-BR': 'Texto deles.' })),
    theirs(1, content({ en: 'A quiet hotel.', de: 'Ein ruhiges Hotel.' })),
  ]);
  await map('lp0', 'htl_larkspur');
  await map('lp1', 'htl_nightjar');
});

const map = (supplierId: string, hotelId: string, scope: object = {}) =>
  operate('mapping/decide', { supplierId, decision: 'SAME', hotelId, ...scope });

async function descriptionOf(hotelId: string, language?: string) {
  const body = { hotelIds: [hotelId], include: ['description'], ...(language && { language }) };
  const { json } = await app.post('/content/hotels/v1/hotels', body, { key });
  return json.hotels[0].description;
}

test("a supplier's description is returned in a language in which the catalogue has none", async () => {
  expect(await descriptionOf('htl_larkspur', 'de')).toEqual({ text: 'Ihr Text.', language: 'de' });
  expect(await descriptionOf('htl_larkspur', 'de-AT')).toEqual({ text: 'Ihr Text.', language: 'de' });
  expect(await descriptionOf('htl_larkspur', 'pt')).toEqual({ text: 'Texto deles.', language: 'pt-BR' });
});

test('the description of the catalogue is returned in every language that it has, including fallbacks', async () => {
  expect(await descriptionOf('htl_larkspur', 'es')).toEqual({ text: 'Nuestro texto.', language: 'es' });
  const english = { text: 'Our words.', language: 'en-GB' };
  expect(await descriptionOf('htl_larkspur', 'en')).toEqual(english);
  expect(await descriptionOf('htl_larkspur', 'ja')).toEqual(english);
  expect(await descriptionOf('htl_larkspur')).toEqual(english);
});

test("a hotel without a description in the catalogue gets the supplier's, in English by default", async () => {
  expect(await descriptionOf('htl_nightjar')).toEqual({ text: 'A quiet hotel.', language: 'en' });
  expect(await descriptionOf('htl_nightjar', 'ja')).toEqual({ text: 'A quiet hotel.', language: 'en' });
  expect(await descriptionOf('htl_nightjar', 'de')).toEqual({ text: 'Ein ruhiges Hotel.', language: 'de' });
});

test("a supplier's description is not returned if the hotel is not mapped or the supplier has removed it", async () => {
  await store([], ['lp1']);
  expect(await descriptionOf('htl_nightjar', 'de')).toBeNull();
  await store([theirs(2, content({ en: 'By the marsh.' }))]);
  expect(await descriptionOf('htl_saltmarsh')).toBeNull();
});

test('if several suppliers have a text in the language, the first provider in alphabetical order is used', async () => {
  await store([{ ...theirs(1, content({ de: 'Von Hotelbeds.' })), supplierId: 'hb1' }], [], OTHER);
  await map('hb1', 'htl_nightjar', OTHER);
  expect(await descriptionOf('htl_nightjar', 'de')).toEqual({ text: 'Von Hotelbeds.', language: 'de' });
  expect(await descriptionOf('htl_nightjar')).toEqual({ text: 'A quiet hotel.', language: 'en' });
});
