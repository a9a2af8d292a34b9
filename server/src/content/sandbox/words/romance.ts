/** Names of hotels and streets where Spanish, Portuguese, French or Italian is spoken. */
import { type Naming, words } from './naming.ts';

export const SPANISH: Naming = {
  language: 'es',
  things:
    words(`del Limonero, La Garza, Tres Arcos, El Almendro, Casa Azafrán, La Espadaña, del Arriero, El Nogal,
    La Veleta, Patio de los Vientos, Los Arrayanes, La Golondrina, El Aljibe, Torre Albariza, La Madreselva, del Relojero,
    El Cerezo, La Noria, Las Tejas, El Romero, La Celosía, Puerta del Alba, El Jilguero, La Higuera, Los Azulejos,
    del Herrero, La Alcoba, El Faro Viejo, Mirador del Sauce, La Campana, Los Tilos, El Naranjo, La Buganvilla, Siete Fuentes,
    El Zorzal, La Retama, del Escribano, Las Dalias, El Olmo, La Cigüeña, Los Jazmines, El Encinar, La Palmera, Valdeluna,
    La Alondra, El Mirlo, Casa Bermeja, Los Cipreses`),
  patterns: {
    GRAND: ['Gran Hotel {thing}', 'Palacio {thing}', 'Gran Hotel {thing} {city}'],
    HOTEL: ['Hotel {thing}', 'Hotel {thing}', 'Hotel {thing} {city}', 'Hotel Boutique {thing}'],
    APARTMENT: ['Apartamentos {thing}', 'Apartamentos {thing} {city}'],
    APARTHOTEL: ['Aparthotel {thing}'],
    HOSTEL: ['Albergue {thing}', 'Hostel {thing}'],
    GUESTHOUSE: ['Pensión {thing}', 'Hostal {thing}'],
    BED_AND_BREAKFAST: ['Casa de Huéspedes {thing}', 'B&B {thing}'],
    RESORT: ['Resort {thing}', '{thing} Beach Resort', 'Club {thing}'],
    VILLA: ['Villa {thing}'],
    HOLIDAY_HOME: ['Casa Vacacional {thing}'],
    RURAL_HOUSE: ['Casa Rural {thing}'],
    LODGE: ['Refugio {thing}'],
    MOTEL: ['Motel {thing}'],
  },
  streets:
    words(`de los Olivos, del Molino, de la Aurora, Mayor, de San Bernardo, del Pozo, de las Moreras, del Horno,
    de la Paloma, Real, de los Plateros, de Santa Lucía, del Puente, de la Fragua, de las Acacias, de la Luna, del Mercado,
    Nueva, de los Naranjos, de la Estación, del Tejar, de San Isidro, de la Ribera, de las Cruces`),
  addresses: [
    'Calle {street}, {number}',
    'Calle {street}, {number}',
    'Avenida {street}, {number}',
    'Plaza {street}, {number}',
    'Paseo {street}, {number}',
  ],
};

export const PORTUGUESE: Naming = {
  language: 'pt',
  things:
    words(`da Azenha, A Andorinha, do Limoeiro, Casa do Salgueiro, das Camélias, O Moinho Velho, da Figueira, Sete Janelas,
    do Alecrim, A Gaivota, da Cotovia, Pátio das Laranjeiras, do Farol Antigo, A Buganvília, da Oliveira, Solar das Tílias,
    do Jasmim, A Cegonha, das Amendoeiras, O Pelourinho, da Ribeira Clara, do Cedro, A Varanda, das Hortênsias, Torre do Sobreiro,
    do Marceneiro, A Romãzeira, das Conchas, O Beija-Flor, da Jangada, Pedra Clara, do Ipê Amarelo, A Sereia Azul, das Palmeiras,
    Portal da Maré, do Tamarindo, Casa Alfazema, A Lua Nova`),
  patterns: {
    GRAND: ['Grande Hotel {thing}', 'Palácio {thing}'],
    HOTEL: ['Hotel {thing}', 'Hotel {thing}', 'Hotel {thing} {city}'],
    APARTMENT: ['Apartamentos {thing}'],
    APARTHOTEL: ['Aparthotel {thing}'],
    HOSTEL: ['Hostel {thing}'],
    GUESTHOUSE: ['Pensão {thing}', 'Pousada {thing}'],
    BED_AND_BREAKFAST: ['Casa de Hóspedes {thing}'],
    RESORT: ['Resort {thing}', 'Clube {thing}'],
    VILLA: ['Vila {thing}'],
    RURAL_HOUSE: ['Quinta {thing}'],
  },
  streets:
    words(`das Flores, do Carmo, da Fonte, Direita, dos Remédios, do Sol, da Alegria, das Oliveiras, do Comércio,
    de São Bento, da Boavista, das Gaivotas, do Arco, Nova, da Esperança, dos Navegantes, do Mirante, das Laranjeiras`),
  addresses: [
    'Rua {street}, {number}',
    'Rua {street}, {number}',
    'Avenida {street}, {number}',
    'Largo {street}, {number}',
    'Travessa {street}, {number}',
  ],
};

export const FRENCH: Naming = {
  language: 'fr',
  things:
    words(`de la Licorne Bleue, du Tilleul, des Trois Lanternes, de la Grive, du Colombier, Belle Rive, du Marronnier,
    de la Huppe, des Lilas, du Petit Pont, de la Pivoine, Clos Saint-Aubin, du Relais Vert, des Mésanges, de la Vigne Vierge,
    du Carillon, Les Glycines, de la Fauvette, du Vieux Cadran, des Quatre Vents, La Verrière, du Mûrier, de la Cour Fleurie,
    Les Hirondelles, du Passage Clair, de la Plume, du Lavoir, Les Capucines, du Vieux Puits, de la Marelle, du Saule,
    Villa Marguerite, des Deux Tours, de la Sarcelle, Les Arcades, du Jardin Clos, de la Boussole, L'Hermine, du Noisetier,
    Le Cerf Blanc, des Cerisiers, La Girouette, du Quai Vert, de la Rosée, Les Acacias, du Chèvrefeuille, La Lucarne, Le Pinson`),
  patterns: {
    GRAND: ['Grand Hôtel {thing}', 'Palais {thing}'],
    HOTEL: ['Hôtel {thing}', 'Hôtel {thing}', 'Hôtel {thing} {city}'],
    APARTMENT: ['Appartements {thing}', 'Résidence {thing}'],
    APARTHOTEL: ['Aparthôtel {thing}'],
    HOSTEL: ['Auberge {thing}'],
    GUESTHOUSE: ['Pension {thing}', "Maison d'hôtes {thing}"],
    BED_AND_BREAKFAST: ["Chambres d'hôtes {thing}"],
    RESORT: ['Domaine {thing}', 'Resort {thing}'],
    VILLA: ['Villa {thing}'],
    RURAL_HOUSE: ['Gîte {thing}'],
    LODGE: ['Chalet {thing}'],
  },
  streets:
    words(`des Tanneurs, du Four, de la Fontaine, des Lilas, Saint-Aubin, du Marché, des Remparts, de la Gare, du Moulin,
    des Carmes, de la Halle, du Pont Neuf, des Peupliers, de la Source, Saint-Clair, du Port, des Jardins, de l'Église`),
  addresses: [
    '{number} rue {street}',
    '{number} rue {street}',
    '{number} avenue {street}',
    '{number} place {street}',
    '{number} boulevard {street}',
  ],
};

export const ITALIAN: Naming = {
  language: 'it',
  things:
    words(`del Melograno, La Rondine, Torre Antica, del Glicine, Il Gelso, La Meridiana Vecchia, dei Tre Pozzi, Al Cipresso,
    La Ginestra, del Campanile, Corte dei Fichi, Il Pettirosso, La Loggetta, del Vasaio, Alla Fontana, Villa Serena,
    dei Mandorli, La Colombaia, Il Cardellino, del Ponte Nuovo, La Limonaia, Antico Mulino, dei Ciliegi, L'Arco di Pietra,
    Il Corallo, La Lanterna Blu, del Sarto, Ai Quattro Leoni, La Magnolia, Il Gabbiano, delle Ortensie, Poggio Alto,
    La Conchiglia, del Fabbro, Il Carrubo, Le Querce, Cortile delle Rose, La Cicala, Il Falco, delle Camelie, Al Vecchio Forno,
    La Civetta, Pietra Bianca, dei Gelsomini, Il Veliero, La Mandragola, Casa Ruggine, Le Ginestre`),
  patterns: {
    GRAND: ['Grand Hotel {thing}', 'Palazzo {thing}'],
    HOTEL: ['Hotel {thing}', 'Hotel {thing}', 'Albergo {thing}'],
    APARTMENT: ['Appartamenti {thing}', 'Residenza {thing}'],
    APARTHOTEL: ['Residence {thing}'],
    HOSTEL: ['Ostello {thing}'],
    GUESTHOUSE: ['Pensione {thing}', 'Locanda {thing}'],
    BED_AND_BREAKFAST: ['B&B {thing}'],
    RESORT: ['Resort {thing}', 'Villaggio {thing}'],
    VILLA: ['Villa {thing}'],
    RURAL_HOUSE: ['Agriturismo {thing}'],
    LODGE: ['Rifugio {thing}'],
  },
  streets:
    words(`dei Mille Passi, del Forno, della Fonte, San Biagio, dei Tintori, del Corso, delle Mura, della Stazione,
    dei Giardini, Santa Chiara, del Pozzo, della Vigna, dei Platani, del Mercato Vecchio, della Posta, San Lorenzo, delle Rose`),
  addresses: [
    'Via {street} {number}',
    'Via {street} {number}',
    'Viale {street} {number}',
    'Piazza {street} {number}',
    'Vicolo {street} {number}',
  ],
};
