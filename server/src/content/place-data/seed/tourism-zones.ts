/**
 * Well-known tourism zones, each with a rough outline. A place belongs to a zone if it lies inside the outline and in the
 * zone's country, so an outline may extend over the sea or across a border. Pure.
 */
import type { Zone } from '../zones/parse-zones.ts';

/** Each line has an id, a country, a name, corners as longitude and latitude, and names in other languages. */
const COASTS_AND_VALLEYS = `
costa-brava; ES; Costa Brava; 2.75 41.64, 3.0 41.85, 2.98 42.1, 2.98 42.33, 3.05 42.46, 3.4 42.46, 3.4 41.8, 2.85 41.6
costa-daurada; ES; Costa Daurada; 0.5 40.55, 0.65 40.95, 1.0 41.2, 1.5 41.3, 1.65 41.2, 1.3 41.0, 0.75 40.5; es Costa Dorada
costa-blanca; ES; Costa Blanca; -0.85 37.85, -0.75 38.45, -0.2 38.85, -0.1 38.95, 0.3 38.85, 0.3 38.5, -0.4 38.1, -0.6 37.8
costa-del-sol; ES; Costa del Sol; -5.35 36.3, -5.2 36.6, -4.75 36.7, -4.5 36.8, -3.75 36.85, -3.7 36.65, -4.4 36.55, -5.2 36.2
costa-de-la-luz; ES; Costa de la Luz; -7.45 37.3, -6.5 37.35, -6.3 36.85, -5.95 36.4, -5.55 36.1, -5.6 35.95, -6.2 36.05, -6.6 36.7, -7.45 37.1
costa-calida; ES; Costa Cálida; -1.7 37.4, -1.2 37.7, -0.85 37.85, -0.6 37.8, -0.65 37.55, -1.5 37.3
costa-de-almeria; ES; Costa de Almería; -3.1 36.9, -2.5 36.92, -1.95 37.3, -1.65 37.42, -1.7 37.1, -2.1 36.6, -3.1 36.65
rias-baixas; ES; Rías Baixas; -9.1 42.75, -8.6 42.75, -8.5 42.1, -8.95 42.05, -9.2 42.5
algarve; PT; Algarve; -9.05 37.0, -8.85 37.45, -8.2 37.35, -7.4 37.4, -7.35 37.1, -7.9 36.9, -9.0 36.95
estoril-coast; PT; Estoril Coast; -9.55 38.85, -9.35 38.82, -9.24 38.71, -9.3 38.62, -9.55 38.68; pt Costa do Estoril; es Costa de Estoril
silver-coast; PT; Silver Coast; -9.45 39.0, -9.2 39.0, -8.85 39.6, -8.65 40.2, -8.55 40.95, -8.8 40.95, -9.1 39.7, -9.6 39.35; pt Costa de Prata; es Costa de Plata
douro-valley; PT; Douro Valley; -7.95 41.05, -7.9 41.3, -7.0 41.35, -6.8 41.05, -7.3 40.98; pt Vale do Douro; es Valle del Duero portugués
cote-d-azur; FR; Côte d'Azur; 6.3 43.05, 6.55 43.5, 6.9 43.7, 7.2 43.8, 7.55 43.85, 7.6 43.7, 7.1 43.4, 6.75 43.1; en French Riviera; es Costa Azul; de Französische Riviera; it Costa Azzurra
basque-coast; FR; French Basque Coast; -1.85 43.3, -1.4 43.4, -1.38 43.58, -1.6 43.58, -1.85 43.42; fr Côte basque; es Costa vasco-francesa
emerald-coast; FR; Emerald Coast; -2.75 48.5, -1.75 48.55, -1.7 48.72, -2.4 48.76, -2.8 48.65; fr Côte d'Émeraude; es Costa Esmeralda
loire-chateaux; FR; Châteaux of the Loire; 0.0 47.05, 0.1 47.5, 1.0 47.6, 1.4 47.8, 1.9 47.9, 1.8 47.4, 1.1 47.05; fr Châteaux de la Loire; es Castillos del Loira
alsace-wine-route; FR; Alsace Wine Route; 7.1 47.8, 7.2 48.3, 7.35 48.65, 7.55 48.65, 7.5 48.25, 7.38 48.05, 7.25 47.8; fr Route des vins d'Alsace; de Elsässer Weinstraße
luberon; FR; Luberon; 5.0 43.72, 5.0 43.95, 5.3 43.97, 5.75 43.9, 5.7 43.7
amalfi-coast; IT; Amalfi Coast; 14.46 40.59, 14.46 40.64, 14.58 40.69, 14.74 40.69, 14.74 40.63, 14.6 40.58; it Costiera amalfitana; es Costa Amalfitana; fr Côte amalfitaine; de Amalfiküste
sorrento-peninsula; IT; Sorrento Peninsula; 14.31 40.56, 14.31 40.66, 14.48 40.72, 14.52 40.69, 14.46 40.63, 14.45 40.58; it Penisola sorrentina; es Península sorrentina
cinque-terre; IT; Cinque Terre; 9.6 44.14, 9.65 44.2, 9.8 44.13, 9.77 44.07
italian-riviera; IT; Italian Riviera; 7.5 43.75, 7.6 43.9, 8.1 44.1, 8.5 44.45, 9.0 44.5, 9.5 44.35, 9.95 44.15, 9.9 44.0, 9.2 44.2, 8.3 43.9; it Riviera ligure; es Riviera italiana; de Italienische Riviera
tuscan-coast; IT; Tuscan Coast; 10.05 44.05, 10.35 43.95, 10.4 43.5, 10.65 43.2, 10.75 42.95, 11.2 42.6, 11.35 42.4, 11.05 42.3, 10.4 42.9, 10.2 43.5; it Costa toscana; es Costa toscana; de Toskanische Küste
chianti; IT; Chianti; 11.1 43.4, 11.1 43.68, 11.4 43.68, 11.5 43.4, 11.35 43.34
lake-garda; IT; Lake Garda; 10.45 45.4, 10.48 45.65, 10.7 45.92, 10.92 45.92, 10.78 45.4; it Lago di Garda; es Lago de Garda; de Gardasee; fr Lac de Garde
lake-como; IT; Lake Como; 9.0 45.78, 9.15 46.2, 9.45 46.2, 9.43 45.83, 9.2 45.86; it Lago di Como; es Lago de Como; de Comer See; fr Lac de Côme
costa-smeralda; IT; Costa Smeralda; 9.4 40.98, 9.35 41.12, 9.5 41.2, 9.65 41.1, 9.6 40.97
adriatic-riviera; IT; Romagna Riviera; 12.2 44.45, 12.35 44.45, 12.8 43.98, 12.7 43.9, 12.4 44.05, 12.2 44.2; it Riviera romagnola; es Riviera romañola
salento; IT; Salento; 17.75 40.3, 17.95 40.7, 18.6 40.3, 18.6 39.75, 17.9 39.95
dalmatian-coast; HR; Dalmatian Coast; 14.8 44.3, 15.6 44.3, 16.5 43.65, 17.5 43.1, 18.55 42.4, 18.3 42.35, 16.0 42.6, 15.0 43.8; hr Dalmacija; es Costa dálmata; de Dalmatinische Küste; it Costa dalmata
istrian-coast; HR; Istrian Coast; 13.45 45.5, 13.75 45.45, 13.9 45.0, 14.2 45.1, 14.2 44.95, 13.95 44.75, 13.5 44.95; hr Istarska obala; es Costa de Istria; de Istrische Küste
athens-riviera; GR; Athens Riviera; 23.66 37.9, 23.72 37.95, 23.8 37.88, 24.03 37.72, 24.08 37.64, 23.9 37.64; el Αθηναϊκή Ριβιέρα; es Riviera ateniense
halkidiki-beaches; GR; Halkidiki; 23.1 40.3, 23.4 40.45, 24.0 40.45, 24.45 40.15, 24.0 39.9, 23.3 39.9; el Χαλκιδική; es Calcídica; de Chalkidiki
turkish-riviera; TR; Turkish Riviera; 27.2 37.1, 28.3 37.1, 29.2 36.8, 30.4 36.95, 31.2 37.0, 32.4 36.4, 32.4 36.0, 29.5 36.0, 27.2 36.6; tr Türk Rivierası; es Riviera turca; de Türkische Riviera
cappadocia; TR; Cappadocia; 34.5 38.4, 34.5 38.85, 35.1 38.8, 35.1 38.4; tr Kapadokya; es Capadocia; de Kappadokien
black-forest; DE; Black Forest; 7.7 47.6, 7.9 48.3, 8.2 48.85, 8.65 48.85, 8.5 48.2, 8.4 47.65; de Schwarzwald; es Selva Negra; fr Forêt-Noire
romantic-rhine; DE; Romantic Rhine; 7.5 50.4, 7.7 50.4, 7.75 50.15, 8.0 50.03, 7.95 49.94, 7.6 50.05; de Romantischer Rhein; es Rin romántico
cornish-coast; GB; Cornish Coast; -5.8 50.0, -5.5 50.35, -4.95 50.7, -4.5 50.95, -4.2 50.4, -4.9 50.15, -5.2 49.9; es Costa de Cornualles; de Küste von Cornwall
cotswolds; GB; Cotswolds; -2.3 51.55, -2.3 51.9, -1.95 52.1, -1.6 52.1, -1.5 51.75, -1.9 51.55; es Los Cotswolds
lake-district; GB; Lake District; -3.5 54.2, -3.5 54.65, -3.1 54.75, -2.75 54.6, -2.75 54.2; es Distrito de los Lagos
riviera-maya; MX; Riviera Maya; -87.75 19.75, -87.6 20.2, -87.2 20.6, -86.95 21.0, -86.82 20.98, -86.95 20.6, -87.35 19.75; es Riviera Maya
riviera-nayarit; MX; Riviera Nayarit; -105.6 20.65, -105.2 20.68, -105.1 21.6, -105.4 21.65, -105.6 20.8; es Riviera Nayarit
florida-keys; US; Florida Keys; -82.0 24.4, -81.7 24.8, -80.6 25.05, -80.2 25.35, -80.2 24.9, -81.2 24.5; es Cayos de la Florida
napa-valley; US; Napa Valley; -122.65 38.62, -122.5 38.65, -122.2 38.3, -122.25 38.15, -122.4 38.2; es Valle de Napa
gold-coast; AU; Gold Coast; 153.2 -27.75, 153.5 -27.75, 153.6 -28.2, 153.3 -28.2; es Costa de Oro
garden-route; ZA; Garden Route; 22.0 -34.35, 22.0 -33.85, 23.9 -33.85, 23.9 -34.2; es Ruta Jardín; de Gartenroute`;

/** Islands that travellers know by name, as rectangles. An island that is itself a region needs no zone. */
const HOLIDAY_ISLANDS = `
mallorca; ES; Mallorca; 2.3 39.25, 2.3 40.0, 3.5 40.0, 3.5 39.25; en Majorca; fr Majorque; it Maiorca; pt Maiorca; pl Majorka; ru Майорка
menorca; ES; Menorca; 3.75 39.78, 3.75 40.12, 4.36 40.12, 4.36 39.78; en Minorca; fr Minorque; it Minorca; ru Менорка
ibiza; ES; Ibiza; 1.15 38.8, 1.15 39.13, 1.65 39.13, 1.65 38.8; ca Eivissa; ru Ибица
tenerife; ES; Tenerife; -16.95 27.98, -16.95 28.6, -16.1 28.6, -16.1 27.98; de Teneriffa; fr Ténérife; pl Teneryfa; ru Тенерифе
gran-canaria; ES; Gran Canaria; -15.87 27.7, -15.87 28.2, -15.33 28.2, -15.33 27.7; fr Grande Canarie; pt Grã-Canária; ru Гран-Канария
lanzarote; ES; Lanzarote; -13.92 28.82, -13.92 29.27, -13.38 29.27, -13.38 28.82; ru Лансароте
fuerteventura; ES; Fuerteventura; -14.55 28.02, -14.55 28.77, -13.8 28.77, -13.8 28.02; ru Фуэртевентура
la-palma; ES; La Palma; -18.03 28.43, -18.03 28.87, -17.7 28.87, -17.7 28.43
crete; GR; Crete; 23.4 34.75, 23.4 35.75, 26.4 35.75, 26.4 34.75; es Creta; de Kreta; fr Crète; it Creta; nl Kreta; pl Kreta; ru Крит; el Κρήτη
rhodes; GR; Rhodes; 27.65 35.85, 27.65 36.5, 28.3 36.5, 28.3 35.85; es Rodas; de Rhodos; it Rodi; nl Rhodos; pl Rodos; ru Родос; el Ρόδος
corfu; GR; Corfu; 19.6 39.35, 19.6 39.85, 20.0 39.85, 20.15 39.35; es Corfú; de Korfu; fr Corfou; it Corfù; nl Corfu; pl Korfu; ru Корфу; el Κέρκυρα
santorini; GR; Santorini; 25.3 36.3, 25.3 36.5, 25.52 36.5, 25.52 36.3; fr Santorin; de Santorin; el Σαντορίνη
mykonos; GR; Mykonos; 25.27 37.37, 25.27 37.52, 25.5 37.52, 25.5 37.37; es Miconos; it Mykonos; el Μύκονος
kos; GR; Kos; 26.9 36.65, 26.9 36.93, 27.4 36.93, 27.4 36.65; el Κως
zakynthos; GR; Zakynthos; 20.58 37.62, 20.58 37.97, 21.05 37.97, 21.05 37.62; es Zante; it Zante; en Zante; el Ζάκυνθος
capri; IT; Capri; 14.17 40.52, 14.17 40.57, 14.28 40.57, 14.28 40.52
elba; IT; Elba; 10.08 42.68, 10.08 42.9, 10.47 42.9, 10.47 42.68; it Isola d'Elba
maui; US; Maui; -156.75 20.55, -156.75 21.05, -155.95 21.05, -155.95 20.55
oahu; US; Oahu; -158.35 21.2, -158.35 21.75, -157.6 21.75, -157.6 21.2
koh-samui; TH; Koh Samui; 99.88 9.38, 99.88 9.63, 100.13 9.63, 100.13 9.38`;

export const TOURISM_ZONES: readonly Zone[] = `${COASTS_AND_VALLEYS}${HOLIDAY_ISLANDS}`
  .trim()
  .split('\n')
  .map(toZone);

function toZone(line: string): Zone {
  const [id, country, name, outline, ...names] = line.split('; ') as [string, string, string, string];
  const corners = outline.split(', ').map(corner => corner.split(' ').map(Number));
  return {
    id,
    name,
    language: 'en',
    names: Object.fromEntries((names as string[]).map(each => [each.slice(0, 2), each.slice(3)])),
    countryCode: country,
    geometry: {
      type: 'Polygon',
      coordinates: [[...corners, corners[0] as number[]]],
      countryCodes: [country],
    },
    members: null,
  };
}
