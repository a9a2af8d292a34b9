/** Names of hotels and streets in Asia, Arabia and Africa. */
import { type Naming, words } from './naming.ts';

export const ARABIC: Naming = {
  language: 'en',
  things:
    words(`Al Yasmin Court, Qasr al Rimal, Dar al Nakhil, Zahra Garden, Marjan Gate, Anbar House, Nasim al Bahr, Sidr Tree, Al Hamam,
    Bab al Rumman, Wadi Noor, Fanous, Laymoun, Mishmish Court, Al Safina, Rayhan, Tawoos, Dar Zaytoun, Qamar Bay, Narjis, Saffarin,
    Al Mashrabiya, Shams Terrace, Ghazal, Loz Garden, Al Badr View, Nawras, Dar Touta, Rimal Pearl, Zafran, Hilal Court, Al Turunj,
    Sahil Breeze, Dune & Date, Amber Dhow, Marsa Lantern, Falcon Creek, Oryx Garden, Coral Dhow, Sandglass, Khayal, Salt & Palm`),
  patterns: {
    GRAND: ['Grand {thing}', '{thing} Palace'],
    HOTEL: ['{thing} Hotel', 'Hotel {thing}', '{thing} Hotel {city}'],
    APARTMENT: ['{thing} Residences', '{thing} Apartments'],
    APARTHOTEL: ['{thing} Hotel Apartments'],
    HOSTEL: ['{thing} Hostel'],
    GUESTHOUSE: ['{thing} Guest House'],
    RESORT: ['{thing} Resort', '{thing} Beach Resort'],
  },
  streets: words(
    `Al Nakheel, Al Bahar, Al Souq, Al Zaytoun, Al Noor, Al Ward, Al Qamar, Al Wadi, Al Manara, Al Fanous, Al Rumman`,
  ),
  addresses: ['{number} {street} Street', '{street} Road {number}'],
};

export const MAGHREB: Naming = {
  ...ARABIC,
  language: 'fr',
  patterns: {
    GRAND: ['Palais {thing}'],
    HOTEL: ['Hôtel {thing}', 'Hôtel {thing} {city}'],
    GUESTHOUSE: ['Riad {thing}', 'Riad {thing}', 'Maison {thing}'],
    RESORT: ['Club {thing}', 'Resort {thing}'],
    APARTMENT: ['Résidence {thing}'],
    HOSTEL: ['Auberge {thing}'],
    APARTHOTEL: ['Aparthôtel {thing}'],
  },
  things:
    words(`Yasmine, Dar el Nakhil, Zellige Bleu, Amandier, Sidi Salem, Bab Rih, Fleur d'Oranger, Nour, Oued Clair, Safran, Tadelakt,
    La Cigogne, Palmeraie d'Argent, Jardin des Menthes, Atlas Rose, Ksar Lune, Henné, Le Grenadier, Mille Lanternes, Tagine d'Or, Argane,
    La Koubba, Sirocco, Le Puits Vert`),
  streets: words(
    `des Orangers, du Souk, de la Palmeraie, Bab Rih, des Potiers, du Marché aux Épices, Sidi Salem, des Tanneurs, de l'Oasis`,
  ),
  addresses: ['{number} rue {street}', '{number} derb {street}', '{number} avenue {street}'],
};

export const INDIAN: Naming = {
  ...ARABIC,
  things:
    words(`Chandan, Neem Court, Peepal House, Mayur Vilas, Kamal Sarovar, Gulmohar, Champa Yard, Hansa, Rajni Gandha, Haveli Kesar,
    Banyan Steps, Tulsi, Parijat, Koel, Chameli, Sandstone Gate, Nila, Kadamb, Marigold Terrace, Monsoon Bell, Jalmahal View, Saffron Lake`),
  streets: words(`Gulmohar, Temple, Lake, Station, Banyan, Bazaar, Garden, Fort, Neem, Lotus, Clock Tower`),
  addresses: ['{number} {street} Road', '{number} {street} Marg', '{number} {street} Street'],
};

export const SOUTH_EAST_ASIAN: Naming = {
  ...ARABIC,
  things:
    words(`Teak & Lotus, Frangipani, Baan Lom, Rumah Kayu, Rain Tree, Jade Lantern, Tamarind Steps, Ricefield View, Orchid Ferry,
    Betel Leaf, Sala Chan, Puri Cempaka, Silk Weaver, Banana Leaf, Coconut Grove, Bamboo Moon, Mango Yard, Blue Sampan, Lemongrass,
    Kampung Angin, Hibiscus Lane, Paper Umbrella, Ginger Flower, Monsoon House, Firefly Canal, Heron Pond, Cinnamon Quay, Kite & Cloud,
    Pandan, Golden Carp, River Lantern, Jasmine Pier, Spice Junction, Star Fruit, Old Customs, Water Hyacinth, Nutmeg, Longtail, Parasol,
    Night Orchid`),
  streets: words(
    `Canal, Temple, Pagoda, Market, Lotus, River, Garden, Orchid, Spice, Bamboo, Harbour, Palm, Pier, Lantern`,
  ),
  addresses: ['{number} {street} Road', '{number} {street} Lane', '{number} {street} Street'],
};

export const JAPANESE: Naming = {
  ...ARABIC,
  patterns: {
    GRAND: ['The {thing} Grand', 'Hotel {thing} Grand'],
    HOTEL: ['Hotel {thing}', '{thing} Hotel', '{thing} Hotel {city}'],
    GUESTHOUSE: ['Ryokan {thing}', '{thing} Guest House'],
    HOSTEL: ['Hostel {thing}'],
    APARTHOTEL: ['{thing} Residence'],
    APARTMENT: ['{thing} Apartments'],
    RESORT: ['{thing} Resort'],
  },
  things:
    words(`Kawara, Hinoki, Tsubaki, Momiji An, Shirakaba, Asagiri, Kikyo, Yuzu, Tsuru no Ma, Komorebi, Aoi Kaze, Minamo, Kaede, Sazanami,
    Hotaru, Akatsuki, Kinmokusei, Hibari, Shizuku, Natsume, Kazaguruma, Mizuiro, Oboro, Suzume, Tanpopo, Wakaba, Yugure, Kogarashi,
    Hoshikuzu, Chidori, Susuki, Ajisai, Fukinoto, Hamanasu, Ginkgo Row, Paper Crane, Lantern Alley, Nagare, Tokiwa Yard, Usagi, Enoki,
    Kurumi, Botan, Isana`),
  streets: words(
    `Midori, Sakae, Hinode, Minami, Kamiya, Asahi, Kawabata, Matsuba, Sakurai, Nishikawa, Wakamiya`,
  ),
  addresses: ['{number}-3 {street}-cho', '2-{number} {street}', '1-{number}-5 {street}'],
};

export const CHINESE: Naming = {
  ...ARABIC,
  things:
    words(`Jade Pavilion, Plum Blossom, Bamboo Harbour, Lotus Terrace, Crane Garden, Osmanthus, Red Maple, Pearl Junk, Willow Bridge,
    Golden Koi, Ink & Stone, Moon Gate, Silk Loom, Tea Merchant, Paper Lantern, Magnolia Court, Cloud Ladder, Green Phoenix Yard,
    Chrysanthemum, Heron Lake`),
  streets: words(`Willow, Jade, Harbour, Temple, Lotus, Plum, Lantern, Bamboo, Market, Bridge, Peony`),
  addresses: ['{number} {street} Road', '{number} {street} Street'],
};

export const AFRICAN: Naming = {
  ...ARABIC,
  things:
    words(`Baobab Court, Marula, Jacaranda Row, Acacia Plain, Kingfisher Bay, Mahogany, Weaver Bird, Msasa, Umbrella Thorn, Protea Ridge,
    Palm Wine, Kapok, Hoopoe, Sycamore Fig, Red Earth, Dhow House, Savannah Star, Yellowwood, Sunbird, Clove & Coconut, Tamarisk,
    Rooibos, Flamingo Pan, Drumbeat`),
  streets: words(`Jacaranda, Acacia, Market, Harbour, Baobab, Station, Palm, Mission, Garden, Hill, Mango`),
  addresses: ['{number} {street} Road', '{number} {street} Avenue', '{number} {street} Street'],
};
