/** Names of hotels and streets in central and eastern Europe, Greece, Turkey and on the Silk Road. */
import { type Naming, words } from './naming.ts';

export const SLAVIC: Naming = {
  language: 'en',
  things:
    words(`Lipa, Jantar, Zora, Sokol Dvor, Bela Vrba, Kamenica, Malina, Zlatna Ruta, Perunika, Javor, Jelena Gora, Zvonik,
    Breza, Modra Rijeka, Vrbica, Kalina, Rosa Dvor, Tri Jele, Lastavica, Stari Most Dvor, Medvjed, Visnja, Orlovac, Smreka, Lavanda Dvor,
    Lunja, Dunja, Ruza Vetrova`),
  patterns: {
    GRAND: ['Grand Hotel {thing}', 'Palace {thing}'],
    HOTEL: ['Hotel {thing}', 'Hotel {thing}', 'Hotel {thing} {city}'],
    APARTMENT: ['Apartments {thing}'],
    APARTHOTEL: ['Aparthotel {thing}'],
    HOSTEL: ['Hostel {thing}'],
    GUESTHOUSE: ['Pension {thing}', 'Guest House {thing}'],
    RESORT: ['Resort {thing}'],
    VILLA: ['Villa {thing}'],
  },
  streets: words(
    `Lipova, Nova, Sadova, Mostova, Gorna, Dluga, Vrbova, Zelena, Kamenna, Polna, Javorova, Lesna, Stara, Jasna`,
  ),
  addresses: ['{street} {number}'],
};

export const MAGYAR: Naming = {
  ...SLAVIC,
  things:
    words(`Tulipán Udvar, Hársfa, Kék Duna Udvar, Gesztenye, Fecske, Három Kút, Rózsakert, Gólya, Aranyalma, Kolibri Udvar, Nyárfa,
    Csillagvirág, Harangvirág, Borostyán, Levendula, Vadgalamb, Ezüstfenyő, Pipacs`),
  streets: words(`Hársfa, Malom, Kert, Tulipán, Híd, Iskola, Rózsa, Templom, Fő, Duna`),
  addresses: ['{street} utca {number}', '{street} út {number}', '{street} tér {number}'],
};

export const ROMANIAN: Naming = {
  ...SLAVIC,
  things:
    words(`Teiul, Casa Salciei, Floarea de Colț, Rândunica, Trei Brazi, Cetina, Mierla, Lăcrămioara, Piatra Albă, Cireșul,
    Fântâna Veche, Zimbrul, Zorile Albe`),
  streets: words(`Teilor, Florilor, Morii, Gării, Școlii, Trandafirilor, Lalelelor, Podului`),
  addresses: ['Strada {street} {number}', 'Bulevardul {street} {number}'],
};

export const BALTIC: Naming = {
  ...SLAVIC,
  things:
    words(`Amberwood, Linden Court, Old Guild, Stork House, Birch & Stone, Sea Buckthorn, Three Gables, Juniper Yard, Cornflower,
    Rye Market, Clockmaker, Rowan`),
  patterns: inEnglish(),
};

export const GREEK: Naming = {
  language: 'en',
  things:
    words(`Meltemi Bay, Lefki Petra, Thalassa Blue, Asteria Court, Kyma, Rodia, Elaia, Anemos, Galini, Ammos, Daphne Yard, Kohili,
    Amygdalia, Pelagos View, Selini, Chryssi Avli, Levanda, Vasilikos, Glaros, Myrtia, Halcyon Steps, Kapetan Yard`),
  patterns: {
    GRAND: ['Grand {thing}', '{thing} Palace'],
    HOTEL: ['Hotel {thing}', '{thing} Hotel', '{thing} Boutique Hotel'],
    APARTMENT: ['{thing} Apartments', '{thing} Studios'],
    APARTHOTEL: ['{thing} Suites'],
    HOSTEL: ['{thing} Hostel'],
    GUESTHOUSE: ['{thing} Rooms', 'Pension {thing}'],
    RESORT: ['{thing} Resort', '{thing} Beach Resort'],
    VILLA: ['Villa {thing}'],
  },
  streets: words(
    `Elaion, Rodon, Thalassis, Anemon, Agiou Markou, Limanaki, Amygdalon, Asterion, Kyprou Kipou, Delfinion`,
  ),
  addresses: ['{street} {number}', 'Odos {street} {number}'],
};

export const TURKISH: Naming = {
  ...GREEK,
  things:
    words(`Lale Konak, Turkuaz Avlu, Nar Çiçeği, Zeytin Dalı, Martı Evi, Erguvan, Mavi Kapı, Defne, Yasemin Avlu, Kervan Yolu,
    İncir Bahçe, Gül Sokak, Sedir, Taş Kemer, Kumru, Ada Rüzgârı, Menekşe, Ay Işığı, Fener Altı, Bademli, Çınar Gölgesi, Pelikan Koy,
    Sardunya, Mercan Koyu, Pusula, Yelken, Kırlangıç, Safran Han`),
  streets: words(`Lale, Zeytin, Çınar, Liman, Gül, Menekşe, Fener, Bahçe, Yıldız, Kervan, Nar, Deniz`),
  addresses: ['{street} Sokak No: {number}', '{street} Caddesi No: {number}'],
};

export const SILK_ROAD: Naming = {
  language: 'en',
  things:
    words(`Apricot Court, Turquoise Gate, Silk Market, Walnut Garden, Plane Tree, Saffron Yard, Steppe Star, Blue Tile, Falcon Rest,
    Mulberry House, Almond Terrace, Caravan Well, Nightingale, Pomegranate, Copper Lamp, Tulip Valley`),
  patterns: inEnglish(),
  streets: words(`Navruz, Chinar, Bogh, Tulip, Bazaar, Almond, Garden, Caravan, Apricot, Fountain`),
  addresses: ['{number} {street} Street', '{street} Avenue {number}'],
};

function inEnglish(): Naming['patterns'] {
  return {
    GRAND: ['The Grand {thing}', '{thing} Palace'],
    HOTEL: ['{thing} Hotel', 'Hotel {thing}', '{thing} Hotel {city}'],
    APARTMENT: ['{thing} Apartments'],
    APARTHOTEL: ['{thing} Suites'],
    HOSTEL: ['{thing} Hostel'],
    GUESTHOUSE: ['{thing} Guest House'],
    RESORT: ['{thing} Resort'],
  };
}
