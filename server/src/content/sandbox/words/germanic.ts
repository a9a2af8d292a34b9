/** Names of hotels and streets where English, German, Dutch or a Nordic language is spoken. */
import { type Naming, words } from './naming.ts';

export const ENGLISH: Naming = {
  language: 'en',
  things:
    words(`Larkspur, Wren & Willow, Copperfield Row, Foxglove, Old Ropeworks, Marlow Green, Hawthorn, Tinder Lane, Saltmarsh,
    Juniper Court, Alder Mill, Bellwether, Kingfisher, Rookery, Thistledown, Lantern Yard, Pennyroyal, Harbour Oak, Starling,
    Cobblestone, Millrace, Nightjar, Quarry Gate, Rosemary Square, Swallowtail, Teasel, Wayfarer, Yarrow, Cloverleaf, Driftwood,
    Elderflower, Fernbank, Gooseberry, Heron Wharf, Ironbridge Lane, Kettle Green, Linden Row, Mayfly, Oak & Anchor, Primrose Steps,
    Redstart, Sorrel, Tallowfield, Underhill, Verbena, Whitethorn, Coppice, Barley Quay`),
  patterns: {
    GRAND: ['The {thing} Grand', 'The Grand {thing} Hotel'],
    HOTEL: ['The {thing} Hotel', '{thing} Hotel', '{thing} Hotel {city}', '{thing} Inn'],
    APARTMENT: ['{thing} Apartments', '{thing} Residences'],
    APARTHOTEL: ['{thing} Suites', '{thing} Aparthotel'],
    HOSTEL: ['{thing} Hostel', 'The {thing} Bunkhouse'],
    GUESTHOUSE: ['{thing} Guest House', '{thing} House'],
    BED_AND_BREAKFAST: ['{thing} Bed & Breakfast', '{thing} Cottage B&B'],
    RESORT: ['{thing} Resort', '{thing} Resort & Spa'],
    VILLA: ['Villa {thing}', '{thing} Villa'],
    HOLIDAY_HOME: ['{thing} Cottage'],
    RURAL_HOUSE: ['{thing} Farmhouse'],
    LODGE: ['{thing} Lodge'],
    MOTEL: ['{thing} Motel', '{thing} Motor Inn'],
    CAMPSITE: ['{thing} Camping'],
  },
  streets:
    words(`Alder, Chandler, Mill, Orchard, Foundry, Chapel, Harbour, Cedar, Weaver, Station, Market, Quarry, Linden, Tanner,
    Bridge, Meadow, Garden, Cooper, Laurel, Spring, Sycamore, Canal`),
  addresses: [
    '{number} {street} Street',
    '{number} {street} Road',
    '{number} {street} Lane',
    '{number} {street} Square',
    '{number} {street} Avenue',
  ],
};

/** House numbers in North America are higher. */
export const AMERICAN: Naming = {
  ...ENGLISH,
  addresses: [
    '{number}0 {street} Street',
    '{number}5 {street} Avenue',
    '{number}1 {street} Boulevard',
    '{number}4 {street} Drive',
  ],
};

export const GERMAN: Naming = {
  language: 'de',
  things:
    words(`Zum Lindenhof, Am Mühlbach, Goldener Fasan, Zur Alten Post, Drei Kastanien, Rotkehlchen, Am Stadtgraben, Sonnenwinkel,
    Zum Blauen Krug, Birkenau, Ulmenhof, Am Glockenturm, Silberdistel, Haselnuss, Zur Schwalbe, Kupferkanne, Am Rosengarten, Eichblatt,
    Zum Steinernen Brunnen, Wacholder, Holunderhof, Am Marktbogen, Zeisig, Ahornblick, Zur Laterne, Feldlerche, Torbogen, Weidengrund,
    Bachstelze, Am Zwinger, Zum Kranich, Efeuhof, Quittengarten, Spitzweg`),
  patterns: {
    GRAND: ['Grandhotel {thing}', 'Palais {thing}'],
    HOTEL: ['Hotel {thing}', 'Hotel {thing}', 'Hotel {thing} {city}'],
    APARTMENT: ['Ferienwohnungen {thing}', 'Apartments {thing}'],
    APARTHOTEL: ['Aparthotel {thing}'],
    HOSTEL: ['Hostel {thing}'],
    GUESTHOUSE: ['Gasthof {thing}', 'Pension {thing}'],
    BED_AND_BREAKFAST: ['Frühstückspension {thing}'],
    RESORT: ['Resort {thing}'],
    RURAL_HOUSE: ['Landhaus {thing}'],
    LODGE: ['Berghütte {thing}'],
  },
  streets: words(
    `Linden, Mühlen, Garten, Bahnhof, Schul, Kirch, Berg, Wiesen, Ahorn, Brunnen, Rosen, Kloster, Turm, Ufer, Birken, Post`,
  ),
  addresses: [
    '{street}straße {number}',
    '{street}straße {number}',
    '{street}weg {number}',
    '{street}gasse {number}',
    '{street}platz {number}',
  ],
};

export const DUTCH: Naming = {
  language: 'nl',
  things:
    words(`De Gouden Reiger, Het Zilveren Schip, De Lindeboom, Het Wevershuis, De Blauwe Sluis, De Ooievaar, Het Oude Pakhuis,
    De Drie Tulpen, De Kruidenier, Het Bruggetje, De Zwaluw, Het Spinhuis, De Wilgen, De Rode Molen, Het Klokhuis, De Kastanje,
    De Stille Gracht, Het Roerdomp, De Koperslager, De Vlinder, Het Vissershuis, De Lantaarn, De Morgenster, De Eekhoorn`),
  patterns: {
    GRAND: ['Grand Hotel {thing}'],
    HOTEL: ['Hotel {thing}', 'Hotel {thing} {city}'],
    APARTMENT: ['Appartementen {thing}'],
    HOSTEL: ['Hostel {thing}'],
    GUESTHOUSE: ['Pension {thing}', 'Herberg {thing}'],
    BED_AND_BREAKFAST: ['B&B {thing}'],
  },
  streets: words(
    `Linden, Molen, Kerk, Markt, Bakkers, Wilgen, Haven, Brug, Tuin, Wevers, Kastanje, School, Vis, Linnen`,
  ),
  addresses: [
    '{street}straat {number}',
    '{street}straat {number}',
    '{street}laan {number}',
    '{street}kade {number}',
    '{street}steeg {number}',
  ],
};

export const NORDIC: Naming = {
  language: 'en',
  things:
    words(`Nordbris, Havörn, Rønne Gaard, Klippan, Snöklockan, Fjellrose, Birkelund, Sjøstjerna, Granit, Lyngheim, Vinterhage,
    Ørnebjerg, Skärgård, Rimfrost, Tyttebær, Hjort, Strandvik, Furuhill, Ishavet, Bryggen Stella, Solhverv, Kråkebolle, Lindelund`),
  patterns: {
    GRAND: ['Grand Hotel {thing}'],
    HOTEL: ['Hotel {thing}', 'Hotel {thing} {city}', 'Hotel {thing}'],
    APARTHOTEL: ['{thing} Suites'],
    HOSTEL: ['{thing} Hostel'],
    GUESTHOUSE: ['{thing} Guest House'],
    LODGE: ['{thing} Lodge'],
  },
  streets: words(`Havne, Sjø, Linde, Skole, Kirke, Møll, Strand, Birke, Torv, Fjell, Slotts, Norder`),
  addresses: ['{street}gata {number}', '{street}gata {number}', '{street}veien {number}'],
};

export const SWEDISH: Naming = {
  ...NORDIC,
  streets: words(`Hamn, Sjö, Lind, Skol, Kyrk, Strand, Björk, Torg, Berg, Slotts, Norr, Kvarn`),
  addresses: ['{street}gatan {number}', '{street}gatan {number}', '{street}vägen {number}'],
};

export const DANISH: Naming = {
  ...NORDIC,
  streets: words(`Havne, Sø, Linde, Skole, Kirke, Mølle, Strand, Birke, Torve, Slots, Nørre, Have`),
  addresses: ['{street}gade {number}', '{street}gade {number}', '{street}vej {number}'],
};
