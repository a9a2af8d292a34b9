/** Well-known cities: the number of sandbox hotels in each, what the city is known for, and its Spanish name. */
import type { Trait } from './sandbox-city.ts';

export interface FamousCity {
  countryCode: string;
  /** The name in the place data. */
  name: string;
  spanishName: string;
  hotels: number;
  traits: readonly Trait[];
}

/**
 * Each block begins with a country code, and indented lines continue it. A city has a name, a number of hotels, traits,
 * and its Spanish name if it is different.
 */
const LIST = `
ES: Barcelona|45|beach oldTown business; Madrid|45|oldTown business; Palma|36|beach oldTown;
    Sevilla|22|oldTown river; Valencia|20|beach oldTown; Málaga|18|beach oldTown; Granada|14|oldTown mountains;
    Córdoba|9|oldTown river; Bilbao|10|river business; Donostia / San Sebastián|10|beach oldTown|San Sebastián;
    Alicante|12|beach; Benidorm|16|beach; Marbella|14|beach; Zaragoza|8|river; Toledo|8|oldTown river;
    Salamanca|7|oldTown; Santiago de Compostela|8|oldTown; Las Palmas de Gran Canaria|12|beach;
    Santa Cruz de Tenerife|9|beach; Adeje|12|beach; Ibiza|14|beach oldTown; Maó|6|beach|Mahón; Arrecife|8|beach;
    Ronda|6|mountains oldTown; Lloret de Mar|10|beach; Sitges|7|beach; Girona|6|oldTown river
PT: Lisbon|34|oldTown river business|Lisboa; Porto|20|oldTown river|Oporto; Faro|9|beach oldTown;
    Albufeira|14|beach; Lagos|9|beach; Funchal|12|beach; Ponta Delgada|7|beach; Coimbra|6|oldTown river;
    Sintra|7|mountains oldTown
FR: Paris|48|oldTown river business|París; Nice|18|beach oldTown|Niza; Cannes|12|beach;
    Marseille|12|beach oldTown|Marsella; Lyon|12|river business; Bordeaux|10|river oldTown|Burdeos;
    Toulouse|8|river; Strasbourg|9|oldTown river|Estrasburgo; Avignon|7|oldTown river|Aviñón;
    Annecy|7|lake mountains; Biarritz|8|beach; Chamonix-Mont-Blanc|8|mountains; Ajaccio|6|beach;
    Montpellier|6|oldTown; Nantes|6|river; Lille|6|business; Saint-Malo|6|beach oldTown
MC: Monaco|6|beach|Mónaco
IT: Rome|44|oldTown business|Roma; Milan|22|business|Milán; Venice|18|oldTown|Venecia;
    Florence|20|oldTown river|Florencia; Naples|14|oldTown|Nápoles; Sorrento|8|beach; Amalfi|6|beach;
    Positano|6|beach; Palermo|9|oldTown beach; Catania|7|beach; Taormina|8|beach oldTown;
    Bologna|8|oldTown|Bolonia; Turin|8|river business|Turín; Verona|7|oldTown river; Como|7|lake;
    Rimini|12|beach|Rímini; Cagliari|6|beach; Olbia|7|beach; Bari|6|beach oldTown; Lecce|5|oldTown;
    Pisa|6|oldTown river; Siena|6|oldTown; Genoa|7|oldTown|Génova; Cortina d'Ampezzo|5|mountains;
    Bolzano|5|mountains
GB: London|46|oldTown river business|Londres; Edinburgh|16|oldTown|Edimburgo; Manchester|12|business;
    Liverpool|9|river; Brighton|9|beach; Bath|8|oldTown river; York|7|oldTown river; Oxford|6|oldTown river;
    Cambridge|6|oldTown river; Glasgow|8|river business; Inverness|6|river; Cardiff|6|river; Belfast|6|river;
    Bristol|6|river; Newquay|6|beach
IE: Dublin|16|river business|Dublín; Cork|6|river
DE: Berlin|24|business river|Berlín; Munich|18|oldTown business|Múnich; Hamburg|12|river business|Hamburgo;
    Köln|9|river oldTown|Colonia; Frankfurt am Main|10|river business|Fráncfort del Meno;
    Dresden|8|river oldTown|Dresde; Leipzig|6|business; Nürnberg|7|oldTown|Núremberg;
    Heidelberg|6|oldTown river; Stuttgart|6|business; Düsseldorf|6|river business;
    Garmisch-Partenkirchen|6|mountains; Konstanz|5|lake oldTown|Constanza
AT: Vienna|22|oldTown business|Viena; Salzburg|12|oldTown river|Salzburgo; Innsbruck|9|mountains oldTown;
    Hallstatt|4|lake mountains; Kitzbühel|6|mountains
CH: Zürich|10|lake business|Zúrich; Genève|8|lake business|Ginebra; Luzern|7|lake mountains|Lucerna;
    Interlaken|7|mountains lake; Zermatt|7|mountains; Basel|5|river|Basilea; Lugano|5|lake; Davos|5|mountains
BE: Brussels|12|oldTown business|Bruselas; Brugge|8|oldTown|Brujas; Antwerpen|7|oldTown river|Amberes;
    Gent|6|oldTown|Gante
NL: Amsterdam|22|oldTown business|Ámsterdam; Rotterdam|7|river business|Róterdam; The Hague|6|beach|La Haya;
    Utrecht|5|oldTown
DK: Copenhagen|14|oldTown business|Copenhague
SE: Stockholm|14|oldTown business|Estocolmo; Göteborg|7|river|Gotemburgo
NO: Oslo|10|business; Bergen|8|oldTown; Tromsø|6|mountains; Ålesund|5|mountains
FI: Helsinki|9|business; Rovaniemi|6|river
IS: Reykjavík|10|mountains|Reikiavik
PL: Warsaw|10|oldTown business|Varsovia; Kraków|12|oldTown river|Cracovia; Gdańsk|7|oldTown|Gdansk;
    Wrocław|6|oldTown river|Breslavia; Zakopane|6|mountains
CZ: Prague|22|oldTown river|Praga; Karlovy Vary|6|oldTown; Český Krumlov|5|oldTown river
SK: Bratislava|6|oldTown river
HU: Budapest|18|river oldTown
SI: Ljubljana|7|oldTown river|Liubliana; Bled|6|lake mountains
HR: Zagreb|7|oldTown; Split|10|beach oldTown; Dubrovnik|12|beach oldTown; Zadar|6|beach oldTown;
    Rovinj|6|beach oldTown; Hvar|5|beach
ME: Kotor|5|beach oldTown; Budva|6|beach oldTown
RO: Bucharest|8|business|Bucarest; Braşov|5|mountains oldTown|Brașov
BG: Sofia|6|mountains|Sofía; Varna|6|beach
GR: Athens|18|oldTown business|Atenas; Thessaloníki|8|beach|Salónica; Chaniá|8|beach oldTown|La Canea;
    Irákleion|7|beach|Heraclión; Ródos|9|beach oldTown|Rodas; Firá|8|beach|Fira; Mykonos|8|beach|Miconos
CY: Paphos|7|beach|Pafos; Limassol|6|beach
MT: Valletta|6|oldTown|La Valeta; Sliema|6|beach
TR: Istanbul|28|oldTown business|Estambul; Antalya|18|beach oldTown; Bodrum|10|beach; İzmir|7|business|Esmirna;
    Fethiye|6|beach; Göreme|6|oldTown; Marmaris|8|beach
EE: Tallinn|7|oldTown|Tallin
LV: Riga|7|oldTown river
LT: Vilnius|6|oldTown river|Vilna
US: New York City|46|business|Nueva York; Los Angeles|20|business; San Francisco|16|business;
    Las Vegas|20|business; Miami|14|business; Miami Beach|14|beach; Orlando|18|lake; Chicago|14|lake business;
    Boston|10|business; Washington|12|business; New Orleans|9|river oldTown|Nueva Orleans; San Diego|10|beach;
    Seattle|8|business; Honolulu|14|beach; Key West|6|beach|Cayo Hueso; Nashville|6|river; Austin|6|river;
    Denver|6|mountains; Philadelphia|7|business|Filadelfia; Santa Fe|5|oldTown; Savannah|5|oldTown river;
    Charleston|5|oldTown; Anchorage|5|mountains; Aspen|5|mountains
CA: Toronto|12|lake business; Vancouver|10|mountains business; Montréal|10|oldTown river|Montreal;
    Québec|7|oldTown river|Quebec; Banff|6|mountains; Whistler|6|mountains; Niagara Falls|6|river
MX: Mexico City|20|business oldTown|Ciudad de México; Cancún|30|beach; Playa del Carmen|16|beach;
    Tulum|10|beach; Puerto Vallarta|10|beach; Cabo San Lucas|9|beach; Oaxaca|6|oldTown; Guadalajara|7|business;
    Mérida|6|oldTown; San Miguel de Allende|5|oldTown; Acapulco de Juárez|7|beach|Acapulco
CU: Havana|10|oldTown|La Habana; Varadero|8|beach
DO: Punta Cana|18|beach; Santo Domingo|7|oldTown; Puerto Plata|6|beach
PR: San Juan|8|beach oldTown
JM: Montego Bay|7|beach; Negril|6|beach
BS: Nassau|6|beach
BB: Bridgetown|5|beach
AW: Oranjestad|6|beach
CW: Willemstad|5|beach oldTown
CR: San José|6|business; Tamarindo|5|beach
PA: Panamá|7|business
GT: Antigua Guatemala|5|oldTown
CO: Cartagena|10|beach oldTown; Bogotá|9|business; Medellín|7|mountains; Santa Marta|6|beach
PE: Lima|10|business; Cusco|9|oldTown mountains
EC: Quito|6|oldTown mountains
BO: La Paz|5|mountains
CL: Santiago|9|business; Valparaíso|5|oldTown; San Pedro de Atacama|5|mountains
AR: Buenos Aires|18|business; Mendoza|6|mountains; San Carlos de Bariloche|8|lake mountains|Bariloche;
    Salta|5|mountains; Ushuaia|6|mountains; Puerto Iguazú|6|river
UY: Montevideo|6|beach; Punta del Este|8|beach
BR: Rio de Janeiro|20|beach business|Río de Janeiro; São Paulo|14|business; Salvador|8|beach oldTown;
    Florianópolis|8|beach; Fortaleza|8|beach; Recife|6|beach; Natal|7|beach; Foz do Iguaçu|6|river;
    Paraty|5|oldTown; Armação de Búzios|6|beach
JP: Tokyo|40|business|Tokio; Kyoto|20|oldTown river|Kioto; Osaka|16|business; Hiroshima|6|river;
    Kanazawa|6|oldTown; Sapporo|7|business; Fukuoka|6|business; Naha|7|beach; Hakone|6|mountains
KR: Seoul|16|business river|Seúl; Busan|8|beach
CN: Beijing|16|business|Pekín; Shanghai|16|business river|Shanghái; Guilin|5|river; Xi’an|6|oldTown;
    Hangzhou|6|lake; Chengdu|6|business; Sanya|9|beach
HK: Hong Kong|16|business
MO: Macau|7|oldTown|Macao
TW: Taipei|9|business|Taipéi
TH: Bangkok|34|river business; Phuket|16|oldTown; Chiang Mai|12|oldTown mountains; Pattaya|12|beach;
    Ko Samui|10|beach; Hua Hin|7|beach
VN: Hanoi|10|lake oldTown; Ho Chi Minh City|12|business river|Ciudad Ho Chi Minh; Da Nang|9|beach;
    Nha Trang|8|beach
KH: Siem Reap|9|oldTown; Phnom Penh|6|river|Nom Pen
LA: Luang Prabang|6|oldTown river
MY: Kuala Lumpur|12|business; George Town|7|oldTown; Kota Kinabalu|6|beach
SG: Singapore|22|business|Singapur
ID: Jakarta|9|business|Yakarta; Denpasar|9|oldTown; Ubud|10|mountains; Kuta|14|beach; Yogyakarta|6|oldTown
PH: Manila|9|business; Cebu City|7|business|Ciudad de Cebú; Puerto Princesa|5|beach
IN: New Delhi|10|business|Nueva Delhi; Mumbai|12|business|Bombay; Jaipur|8|oldTown; Agra|6|oldTown;
    Udaipur|7|lake oldTown; Panaji|8|river; Varanasi|5|river oldTown|Benarés; Bengaluru|7|business|Bangalore
LK: Colombo|6|business; Kandy|5|lake; Galle|5|beach oldTown
NP: Kathmandu|6|oldTown mountains|Katmandú; Pokhara|5|lake mountains
MV: Male|8|beach|Malé
AE: Dubai|40|beach business|Dubái; Abu Dhabi|12|business|Abu Dabi
QA: Doha|8|business
OM: Muscat|6|beach|Mascate
SA: Riyadh|7|business|Riad; Jeddah|6|business|Yeda
JO: Amman|6|oldTown|Ammán; Aqaba|5|beach|Áqaba
IL: Tel Aviv|8|beach business; Jerusalem|8|oldTown|Jerusalén; Eilat|6|beach
EG: Cairo|10|river business|El Cairo; Luxor|6|river oldTown; Hurghada|12|beach|Hurgada;
    Sharm el-Sheikh|12|beach|Sharm el-Sheij; Alexandria|5|beach|Alejandría
MA: Marrakesh|16|oldTown|Marrakech; Fès|7|oldTown|Fez; Casablanca|6|business; Agadir|8|beach;
    Essaouira|5|beach oldTown|Esauira
TN: Tunis|5|oldTown|Túnez; Hammamet|7|beach; Sousse|6|beach|Susa
ZA: Cape Town|16|mountains|Ciudad del Cabo; Johannesburg|7|business|Johannesburgo; Durban|6|beach;
    Stellenbosch|5|mountains
KE: Nairobi|7|business; Mombasa|7|beach
TZ: Zanzibar|8|beach oldTown|Zanzíbar; Arusha|5|mountains
NA: Windhoek|5|business
MU: Port Louis|5|business; Grand Baie|6|beach
SN: Dakar|5|business
RW: Kigali|5|business
AU: Sydney|20|business|Sídney; Melbourne|14|river business; Brisbane|8|river business; Cairns|8|mountains;
    Gold Coast|10|beach; Perth|7|river business; Adelaide|5|business|Adelaida; Hobart|5|mountains
NZ: Auckland|8|business; Queenstown|8|lake mountains; Wellington|6|business; Rotorua|6|lake
FJ: Nadi|6|beach
PF: Papeete|5|beach
NC: Nouméa|5|beach|Numea
GE: Tbilisi|6|oldTown|Tiflis; Batumi|5|beach
AM: Yerevan|5|business|Ereván
AZ: Baku|5|business|Bakú
UZ: Tashkent|5|business|Taskent; Samarkand|5|oldTown|Samarcanda
`;

export const FAMOUS_CITIES: readonly FamousCity[] = LIST.trim()
  .split(/\n(?=[A-Z])/)
  .flatMap(block => {
    const countryCode = block.slice(0, 2);
    return block
      .slice(3)
      .split(';')
      .map(city => parseCity(countryCode, city.trim().replace(/\s+/g, ' ')));
  });

function parseCity(countryCode: string, text: string): FamousCity {
  const [name = '', hotels, traits = '', spanishName = name] = text.split('|');
  return { countryCode, name, spanishName, hotels: Number(hotels), traits: traits.split(' ') as Trait[] };
}
