/**
 * Words of hotel names and addresses in several languages, with their abbreviations and their standard form. All words
 * are lower-case ASCII, as `wordsOf` returns them. Pure.
 */

/** Parses lines such as `form: word word …` into a map from each word to its standard form. */
function formsOf(lines: string): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const [form = '', words = ''] = line.split(':').map(part => part.trim());
    for (const word of words.split(/\s+/)) forms.set(word, form);
  }
  return forms;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Translations, plurals and abbreviations of words in hotel names. */
export const NAME_FORMS = formsOf(`
  hotel: hotels htl hotell hoteles hoteli otel oteli gostinitsa otely hoteru hotelu albergo alberghi
  apartments: apartment apartamentos apartamento apartaments apart apts appartements appartement appartamenti appartamento ferienwohnungen ferienwohnung appartementen apartamenty flats flat apartman apartmani apartmany apartament lejligheder lagenheter
  residence: residences residenz residencia residencias residenza residencial
  suites: suite sts
  villas: villa vila ville
  hostel: hostels ostello albergue jugendherberge backpackers bunkhouse
  guesthouse: hostal gasthof gasthaus pension pensione pensao guesthouses gh
  inn: inns
  resort: resorts rsrt ressort
  spa: wellness thermal termal
  aparthotel: aparthotels apparthotel aparthotele
  annex: annexe dependance dependence anexo
  tower: towers torre torres turm tour toren
  express: exp
  styles: style
  center: centre centro zentrum centrum centr
  airport: aeropuerto aeroport flughafen aeroporto luchthaven lufthavn flygplats
  international: intl internacional internazionale
  and: und et y og och
  garden: gardens jardin jardines jardins giardino giardini garten tuin jardim
  palace: palacio palais palast palazzo palac paleis
  beach: playa plage strand spiaggia praia
  park: parc parque parco
  grand: gran grande grandhotel
  royal: real royale reale
  sea: mar mer mare meer
  lake: lac lago see
  mountain: berg monte montana montagne
  old: alt alte alten vieux viejo vecchio
  new: neu neue nouveau nuevo nuovo nova novo
  house: haus casa maison huis
  castle: castillo chateau castello schloss kasteel
  mill: molino moulin mulino muhle
  sun: sol sole soleil sonne
  gold: golden oro dorado goldener goldene
  river: rio fluss riviere
  saint: st san santa sankt sveti sainte santo sao
  mount: mt mont
  boulevard: blvd
  avenue: ave avenida avda
  street: str
  square: plaza place piazza platz praca plein
  station: bahnhof gare estacion stazione hauptbahnhof hbf
  north: nord norte
  south: sud sur
  east: ost este est
  west: oeste ouest
`);

/**
 * Words that describe a property but do not distinguish it from others. They are ignored when names are compared,
 * because suppliers often add or omit them.
 */
export const DESCRIPTIVE = setOf(`
  hotel resort spa the and of at by in on a an le la les el los las il lo gli l der die das den dem de het del della
  dei di du des do da dos das am im zum zur al collection member group formerly ex former adults only only
  superior official managed powered brand design lifestyle historic quality self catering bed breakfast b with near
  all inclusive hotelclub hospitality accommodation lodging rooms
`);

/**
 * Words that distinguish two properties of one brand or at one address. If two names differ in these words, the hotels
 * are never matched automatically.
 */
export const SUB_BRAND = setOf(`
  express styles residence suites tower annex apartments villas hostel guesthouse inn aparthotel plus premier select
  budget studios lofts bungalows chalets cottages wing block building phase motel lodge camping bnb club
`);

/** After one of these words, even a single letter is a numeral: `Tower V`. */
export const NUMBERED = setOf(
  'tower wing block building phase annex house residence apartments no nr number',
);

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i): [string, number] => [word, i + 1]),
  ...'uno dos tres cuatro cinco'.split(' ').map((word, i): [string, number] => [word, i + 1]),
  ...'eins zwei drei vier funf'.split(' ').map((word, i): [string, number] => [word, i + 1]),
]);

/** Kinds of street, which suppliers abbreviate, translate or leave out. */
export const STREET_TYPES = setOf(`
  street st str strasse strase saint road rd avenue ave av avda avenida avenue boulevard blvd bvd bd lane ln drive dr
  square sq plaza plza pza platz place pl piazza pza calle c cl carrer rua rue r via v viale vle corso strada weg gasse
  allee laan straat plein gracht weg vej gade gatan ulica ul ulitsa prospekt pr ploshchad cadde caddesi cad sokak sok
  way court ct parade pde highway hwy terrace tce quay quai muelle paseo po passeig pg ronda rda camino cmno travessa
  largo jalan jl thanon soi dori km the de la del des du der dem den am an of s n sn no nr num n0 numero
  floor suite unit apt building bldg
`);

/** Endings of German, Dutch and Nordic street names: `lindenstrasse`, `bakkersstraat`. */
export const STREET_ENDINGS = [
  'strasse',
  'straat',
  'gasse',
  'gracht',
  'platz',
  'plein',
  'allee',
  'laan',
  'gatan',
  'gade',
  'vagen',
  'weg',
  'str',
];
