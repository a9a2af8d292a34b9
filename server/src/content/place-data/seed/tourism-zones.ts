/**
 * Well-known tourism zones, each as a rough outline of our own drawing. A place belongs to one when it lies inside and in
 * one of its countries, so an outline may run out to sea and across a border.
 */
import type { Zone } from '../zones/zone-place.ts';

interface Outline {
  id: string;
  name: string;
  country: string;
  names?: Readonly<Record<string, string>>;
  /** Corners as longitude and latitude. */
  outline: string;
}

const OUTLINES: readonly Outline[] = [
  {
    id: 'costa-brava',
    name: 'Costa Brava',
    country: 'ES',
    outline: '2.75 41.64, 3.0 41.85, 2.98 42.1, 2.98 42.33, 3.05 42.46, 3.4 42.46, 3.4 41.8, 2.85 41.6',
  },
  {
    id: 'costa-daurada',
    name: 'Costa Daurada',
    country: 'ES',
    names: { es: 'Costa Dorada' },
    outline: '0.5 40.55, 0.65 40.95, 1.0 41.2, 1.5 41.3, 1.65 41.2, 1.3 41.0, 0.75 40.5',
  },
  {
    id: 'costa-blanca',
    name: 'Costa Blanca',
    country: 'ES',
    outline: '-0.85 37.85, -0.75 38.45, -0.2 38.85, -0.1 38.95, 0.3 38.85, 0.3 38.5, -0.4 38.1, -0.6 37.8',
  },
  {
    id: 'costa-del-sol',
    name: 'Costa del Sol',
    country: 'ES',
    outline: '-5.35 36.3, -5.2 36.6, -4.75 36.7, -4.5 36.8, -3.75 36.85, -3.7 36.65, -4.4 36.55, -5.2 36.2',
  },
  {
    id: 'costa-de-la-luz',
    name: 'Costa de la Luz',
    country: 'ES',
    outline:
      '-7.45 37.3, -6.5 37.35, -6.3 36.85, -5.95 36.4, -5.55 36.1, -5.6 35.95, -6.2 36.05, -6.6 36.7, -7.45 37.1',
  },
  {
    id: 'costa-calida',
    name: 'Costa Cálida',
    country: 'ES',
    outline: '-1.7 37.4, -1.2 37.7, -0.85 37.85, -0.6 37.8, -0.65 37.55, -1.5 37.3',
  },
  {
    id: 'costa-de-almeria',
    name: 'Costa de Almería',
    country: 'ES',
    outline: '-3.1 36.9, -2.5 36.92, -1.95 37.3, -1.65 37.42, -1.7 37.1, -2.1 36.6, -3.1 36.65',
  },
  {
    id: 'rias-baixas',
    name: 'Rías Baixas',
    country: 'ES',
    outline: '-9.1 42.75, -8.6 42.75, -8.5 42.1, -8.95 42.05, -9.2 42.5',
  },
  {
    id: 'algarve',
    name: 'Algarve',
    country: 'PT',
    outline: '-9.05 37.0, -8.85 37.45, -8.2 37.35, -7.4 37.4, -7.35 37.1, -7.9 36.9, -9.0 36.95',
  },
  {
    id: 'estoril-coast',
    name: 'Estoril Coast',
    country: 'PT',
    names: { pt: 'Costa do Estoril', es: 'Costa de Estoril' },
    outline: '-9.55 38.85, -9.35 38.82, -9.24 38.71, -9.3 38.62, -9.55 38.68',
  },
  {
    id: 'silver-coast',
    name: 'Silver Coast',
    country: 'PT',
    names: { pt: 'Costa de Prata', es: 'Costa de Plata' },
    outline: '-9.45 39.0, -9.2 39.0, -8.85 39.6, -8.65 40.2, -8.55 40.95, -8.8 40.95, -9.1 39.7, -9.6 39.35',
  },
  {
    id: 'douro-valley',
    name: 'Douro Valley',
    country: 'PT',
    names: { pt: 'Vale do Douro', es: 'Valle del Duero portugués' },
    outline: '-7.95 41.05, -7.9 41.3, -7.0 41.35, -6.8 41.05, -7.3 40.98',
  },
  {
    id: 'cote-d-azur',
    name: "Côte d'Azur",
    country: 'FR',
    names: { en: 'French Riviera', es: 'Costa Azul', de: 'Französische Riviera', it: 'Costa Azzurra' },
    outline: '6.3 43.05, 6.55 43.5, 6.9 43.7, 7.2 43.8, 7.55 43.85, 7.6 43.7, 7.1 43.4, 6.75 43.1',
  },
  {
    id: 'basque-coast',
    name: 'French Basque Coast',
    country: 'FR',
    names: { fr: 'Côte basque', es: 'Costa vasco-francesa' },
    outline: '-1.85 43.3, -1.4 43.4, -1.38 43.58, -1.6 43.58, -1.85 43.42',
  },
  {
    id: 'emerald-coast',
    name: 'Emerald Coast',
    country: 'FR',
    names: { fr: "Côte d'Émeraude", es: 'Costa Esmeralda' },
    outline: '-2.75 48.5, -1.75 48.55, -1.7 48.72, -2.4 48.76, -2.8 48.65',
  },
  {
    id: 'loire-chateaux',
    name: 'Châteaux of the Loire',
    country: 'FR',
    names: { fr: 'Châteaux de la Loire', es: 'Castillos del Loira' },
    outline: '0.0 47.05, 0.1 47.5, 1.0 47.6, 1.4 47.8, 1.9 47.9, 1.8 47.4, 1.1 47.05',
  },
  {
    id: 'alsace-wine-route',
    name: 'Alsace Wine Route',
    country: 'FR',
    names: { fr: "Route des vins d'Alsace", de: 'Elsässer Weinstraße' },
    outline: '7.1 47.8, 7.2 48.3, 7.35 48.65, 7.55 48.65, 7.5 48.25, 7.38 48.05, 7.25 47.8',
  },
  {
    id: 'luberon',
    name: 'Luberon',
    country: 'FR',
    outline: '5.0 43.72, 5.0 43.95, 5.3 43.97, 5.75 43.9, 5.7 43.7',
  },
  {
    id: 'amalfi-coast',
    name: 'Amalfi Coast',
    country: 'IT',
    names: { it: 'Costiera amalfitana', es: 'Costa Amalfitana', fr: 'Côte amalfitaine', de: 'Amalfiküste' },
    outline: '14.46 40.59, 14.46 40.64, 14.58 40.69, 14.74 40.69, 14.74 40.63, 14.6 40.58',
  },
  {
    id: 'sorrento-peninsula',
    name: 'Sorrento Peninsula',
    country: 'IT',
    names: { it: 'Penisola sorrentina', es: 'Península sorrentina' },
    outline: '14.31 40.56, 14.31 40.66, 14.48 40.72, 14.52 40.69, 14.46 40.63, 14.45 40.58',
  },
  {
    id: 'cinque-terre',
    name: 'Cinque Terre',
    country: 'IT',
    outline: '9.6 44.14, 9.65 44.2, 9.8 44.13, 9.77 44.07',
  },
  {
    id: 'italian-riviera',
    name: 'Italian Riviera',
    country: 'IT',
    names: { it: 'Riviera ligure', es: 'Riviera italiana', de: 'Italienische Riviera' },
    outline:
      '7.5 43.75, 7.6 43.9, 8.1 44.1, 8.5 44.45, 9.0 44.5, 9.5 44.35, 9.95 44.15, 9.9 44.0, 9.2 44.2, 8.3 43.9',
  },
  {
    id: 'tuscan-coast',
    name: 'Tuscan Coast',
    country: 'IT',
    names: { it: 'Costa toscana', es: 'Costa toscana', de: 'Toskanische Küste' },
    outline:
      '10.05 44.05, 10.35 43.95, 10.4 43.5, 10.65 43.2, 10.75 42.95, 11.2 42.6, 11.35 42.4, 11.05 42.3, 10.4 42.9, 10.2 43.5',
  },
  {
    id: 'chianti',
    name: 'Chianti',
    country: 'IT',
    outline: '11.1 43.4, 11.1 43.68, 11.4 43.68, 11.5 43.4, 11.35 43.34',
  },
  {
    id: 'lake-garda',
    name: 'Lake Garda',
    country: 'IT',
    names: { it: 'Lago di Garda', es: 'Lago de Garda', de: 'Gardasee', fr: 'Lac de Garde' },
    outline: '10.45 45.4, 10.48 45.65, 10.7 45.92, 10.92 45.92, 10.78 45.4',
  },
  {
    id: 'lake-como',
    name: 'Lake Como',
    country: 'IT',
    names: { it: 'Lago di Como', es: 'Lago de Como', de: 'Comer See', fr: 'Lac de Côme' },
    outline: '9.0 45.78, 9.15 46.2, 9.45 46.2, 9.43 45.83, 9.2 45.86',
  },
  {
    id: 'costa-smeralda',
    name: 'Costa Smeralda',
    country: 'IT',
    outline: '9.4 40.98, 9.35 41.12, 9.5 41.2, 9.65 41.1, 9.6 40.97',
  },
  {
    id: 'adriatic-riviera',
    name: 'Romagna Riviera',
    country: 'IT',
    names: { it: 'Riviera romagnola', es: 'Riviera romañola' },
    outline: '12.2 44.45, 12.35 44.45, 12.8 43.98, 12.7 43.9, 12.4 44.05, 12.2 44.2',
  },
  {
    id: 'salento',
    name: 'Salento',
    country: 'IT',
    outline: '17.75 40.3, 17.95 40.7, 18.6 40.3, 18.6 39.75, 17.9 39.95',
  },
  {
    id: 'dalmatian-coast',
    name: 'Dalmatian Coast',
    country: 'HR',
    names: { hr: 'Dalmacija', es: 'Costa dálmata', de: 'Dalmatinische Küste', it: 'Costa dalmata' },
    outline: '14.8 44.3, 15.6 44.3, 16.5 43.65, 17.5 43.1, 18.55 42.4, 18.3 42.35, 16.0 42.6, 15.0 43.8',
  },
  {
    id: 'istrian-coast',
    name: 'Istrian Coast',
    country: 'HR',
    names: { hr: 'Istarska obala', es: 'Costa de Istria', de: 'Istrische Küste' },
    outline: '13.45 45.5, 13.75 45.45, 13.9 45.0, 14.2 45.1, 14.2 44.95, 13.95 44.75, 13.5 44.95',
  },
  {
    id: 'athens-riviera',
    name: 'Athens Riviera',
    country: 'GR',
    names: { el: 'Αθηναϊκή Ριβιέρα', es: 'Riviera ateniense' },
    outline: '23.66 37.9, 23.72 37.95, 23.8 37.88, 24.03 37.72, 24.08 37.64, 23.9 37.64',
  },
  {
    id: 'halkidiki-beaches',
    name: 'Halkidiki',
    country: 'GR',
    names: { el: 'Χαλκιδική', es: 'Calcídica', de: 'Chalkidiki' },
    outline: '23.1 40.3, 23.4 40.45, 24.0 40.45, 24.45 40.15, 24.0 39.9, 23.3 39.9',
  },
  {
    id: 'turkish-riviera',
    name: 'Turkish Riviera',
    country: 'TR',
    names: { tr: 'Türk Rivierası', es: 'Riviera turca', de: 'Türkische Riviera' },
    outline:
      '27.2 37.1, 28.3 37.1, 29.2 36.8, 30.4 36.95, 31.2 37.0, 32.4 36.4, 32.4 36.0, 29.5 36.0, 27.2 36.6',
  },
  {
    id: 'cappadocia',
    name: 'Cappadocia',
    country: 'TR',
    names: { tr: 'Kapadokya', es: 'Capadocia', de: 'Kappadokien' },
    outline: '34.5 38.4, 34.5 38.85, 35.1 38.8, 35.1 38.4',
  },
  {
    id: 'black-forest',
    name: 'Black Forest',
    country: 'DE',
    names: { de: 'Schwarzwald', es: 'Selva Negra', fr: 'Forêt-Noire' },
    outline: '7.7 47.6, 7.9 48.3, 8.2 48.85, 8.65 48.85, 8.5 48.2, 8.4 47.65',
  },
  {
    id: 'romantic-rhine',
    name: 'Romantic Rhine',
    country: 'DE',
    names: { de: 'Romantischer Rhein', es: 'Rin romántico' },
    outline: '7.5 50.4, 7.7 50.4, 7.75 50.15, 8.0 50.03, 7.95 49.94, 7.6 50.05',
  },
  {
    id: 'cornish-coast',
    name: 'Cornish Coast',
    country: 'GB',
    names: { es: 'Costa de Cornualles', de: 'Küste von Cornwall' },
    outline: '-5.8 50.0, -5.5 50.35, -4.95 50.7, -4.5 50.95, -4.2 50.4, -4.9 50.15, -5.2 49.9',
  },
  {
    id: 'cotswolds',
    name: 'Cotswolds',
    country: 'GB',
    names: { es: 'Los Cotswolds' },
    outline: '-2.3 51.55, -2.3 51.9, -1.95 52.1, -1.6 52.1, -1.5 51.75, -1.9 51.55',
  },
  {
    id: 'lake-district',
    name: 'Lake District',
    country: 'GB',
    names: { es: 'Distrito de los Lagos' },
    outline: '-3.5 54.2, -3.5 54.65, -3.1 54.75, -2.75 54.6, -2.75 54.2',
  },
  {
    id: 'riviera-maya',
    name: 'Riviera Maya',
    country: 'MX',
    names: { es: 'Riviera Maya' },
    outline: '-87.75 19.75, -87.6 20.2, -87.2 20.6, -86.95 21.0, -86.82 20.98, -86.95 20.6, -87.35 19.75',
  },
  {
    id: 'riviera-nayarit',
    name: 'Riviera Nayarit',
    country: 'MX',
    names: { es: 'Riviera Nayarit' },
    outline: '-105.6 20.65, -105.2 20.68, -105.1 21.6, -105.4 21.65, -105.6 20.8',
  },
  {
    id: 'florida-keys',
    name: 'Florida Keys',
    country: 'US',
    names: { es: 'Cayos de la Florida' },
    outline: '-82.0 24.4, -81.7 24.8, -80.6 25.05, -80.2 25.35, -80.2 24.9, -81.2 24.5',
  },
  {
    id: 'napa-valley',
    name: 'Napa Valley',
    country: 'US',
    names: { es: 'Valle de Napa' },
    outline: '-122.65 38.62, -122.5 38.65, -122.2 38.3, -122.25 38.15, -122.4 38.2',
  },
  {
    id: 'gold-coast',
    name: 'Gold Coast',
    country: 'AU',
    names: { es: 'Costa de Oro' },
    outline: '153.2 -27.75, 153.5 -27.75, 153.6 -28.2, 153.3 -28.2',
  },
  {
    id: 'garden-route',
    name: 'Garden Route',
    country: 'ZA',
    names: { es: 'Ruta Jardín', de: 'Gartenroute' },
    outline: '22.0 -34.35, 22.0 -33.85, 23.9 -33.85, 23.9 -34.2',
  },
];

/** As zones are imported: a closed ring, and the countries whose places count. */
export const TOURISM_ZONES: readonly Zone[] = OUTLINES.map(({ id, name, country, names = {}, outline }) => {
  const corners = outline.split(', ').map(corner => corner.split(' ').map(Number));
  return {
    id,
    name,
    language: 'en',
    names,
    countryCode: country,
    geometry: {
      type: 'Polygon',
      coordinates: [[...corners, corners[0] as number[]]],
      countryCodes: [country],
    },
    members: null,
  };
});
