/** Invents postal codes for sandbox hotels, in the country's format and, for known cities, in the right area. Pure. */
import type { SandboxCity } from './cities/sandbox-city.ts';
import type { SeededRandom } from './seeded-random.ts';

/** `#` is replaced with a digit, and `@` with a letter. */
const BY_CITY: Readonly<Record<string, string>> = {
  ES: `Barcelona=080##; Madrid=280##; Palma=070##; Sevilla=410##; Valencia=460##; Málaga=290##; Granada=180##;
    Córdoba=140##; Bilbao=480##; Donostia / San Sebastián=200##; Alicante=030##; Benidorm=03501;
    Marbella=296##; Zaragoza=500##; Toledo=450##; Salamanca=370##; Santiago de Compostela=157##; Las Palmas
    de Gran Canaria=350##; Santa Cruz de Tenerife=380##; Adeje=38670; Ibiza=07800; Maó=0770#;
    Arrecife=35500; Ronda=29400; Lloret de Mar=17310; Sitges=08870; Girona=170##`,
  PT: `Lisbon=1#00-###; Porto=4#00-###; Faro=8000-###; Albufeira=8200-###; Lagos=8600-###; Funchal=9000-###;
    Ponta Delgada=9500-###; Coimbra=3000-###; Sintra=2710-###`,
  FR: `Paris=7500#; Nice=06#00; Lyon=6900#; Marseille=1300#; Cannes=06400; Bordeaux=33000; Toulouse=31000;
    Strasbourg=67000; Avignon=84000; Annecy=74000; Biarritz=64200; Chamonix-Mont-Blanc=74400; Ajaccio=20000;
    Montpellier=34000; Nantes=44000; Lille=59000; Saint-Malo=35400`,
  IT: `Rome=001##; Milan=201##; Venice=301##; Florence=501##; Naples=801##; Palermo=901##; Catania=951##;
    Taormina=98039; Bologna=401##; Turin=101##; Verona=371##; Como=22100; Rimini=479##; Cagliari=091##;
    Olbia=07026; Bari=701##; Lecce=73100; Pisa=561##; Siena=53100; Genoa=161##; Sorrento=80067;
    Amalfi=84011; Positano=84017; Cortina d'Ampezzo=32043; Bolzano=39100`,
  GB: `London=SE# #@@; Edinburgh=EH# #@@; Manchester=M# #@@; Liverpool=L# #@@; Brighton=BN1 #@@; Bath=BA1 #@@;
    York=YO1 #@@; Oxford=OX1 #@@; Cambridge=CB# #@@; Glasgow=G# #@@; Inverness=IV# #@@; Cardiff=CF10 #@@;
    Belfast=BT# #@@; Bristol=BS# #@@; Newquay=TR7 #@@`,
  DE: `Berlin=10###; Munich=80###; Hamburg=20###; Köln=506##; Frankfurt am Main=603##; Dresden=010##;
    Leipzig=041##; Nürnberg=904##; Heidelberg=691##; Stuttgart=701##; Düsseldorf=402##;
    Garmisch-Partenkirchen=82467; Konstanz=784##`,
  AT: `Vienna=10#0; Salzburg=5020; Innsbruck=6020; Hallstatt=4830; Kitzbühel=6370`,
  CH: `Zürich=80##; Genève=12##; Luzern=60##; Interlaken=3800; Zermatt=3920; Basel=40##; Lugano=69##;
    Davos=7270`,
  NL: `Amsterdam=10## @@; Rotterdam=30## @@; The Hague=25## @@; Utrecht=35## @@`,
  BE: `Brussels=10#0; Brugge=8000; Antwerpen=20##; Gent=9000`,
  US: `New York City=100##; Los Angeles=900##; San Francisco=941##; Las Vegas=891##; Miami=331##; Miami
    Beach=33139; Orlando=328##; Chicago=606##; Boston=021##; Washington=200##; New Orleans=701##; San
    Diego=921##; Seattle=981##; Honolulu=968##; Key West=33040; Nashville=372##; Austin=787##; Denver=802##;
    Philadelphia=191##; Santa Fe=875##; Savannah=314##; Charleston=294##; Anchorage=995##; Aspen=81611`,
  CA: `Toronto=M5@ #@#; Vancouver=V6@ #@#; Montréal=H2@ #@#; Québec=G1@ #@#; Banff=T1L #@#; Whistler=V8E #@#;
    Niagara Falls=L2@ #@#`,
  MX: `Cancún=775##; Mexico City=06###; Playa del Carmen=777##; Tulum=77760; Puerto Vallarta=483##; Cabo San
    Lucas=234##; Oaxaca=680##; Guadalajara=44###; Mérida=970##`,
  JP: `Tokyo=1##-00##; Kyoto=60#-8###; Osaka=54#-00##; Hiroshima=73#-00##; Sapporo=06#-00##; Fukuoka=81#-00##;
    Naha=900-00##`,
  TH: `Bangkok=10#00; Phuket=83000; Chiang Mai=50#00; Pattaya=20150; Ko Samui=84320; Hua Hin=77110`,
  TR: `Istanbul=34###; Antalya=07###; Bodrum=48400; İzmir=35###; Fethiye=48300; Göreme=50180; Marmaris=48700`,
  AU: `Sydney=20##; Melbourne=30##; Brisbane=40##; Cairns=48##; Gold Coast=42##; Perth=60##; Adelaide=50##;
    Hobart=70##`,
};

const BY_COUNTRY = `ES = #####; FR = #####; IT = #####; DE = #####; US = #####; MX = #####; TR = #####; TH = #####; GR = ###
    ##; SE = ### ##; CZ = ### ##; SK = ### ##; PL = ##-###; PT = ####-###; JP = ###-####; BR = #####-###; NL
    = #### @@; GB = @@# #@@; IE = @## @@##; CA = @#@ #@#; AT = ####; CH = ####; BE = ####; LU = ####; DK =
    ####; NO = ####; HU = ####; SI = ####; BG = ####; AU = ####; NZ = ####; ZA = ####; TN = ####; CY = ####;
    PH = ####; AR = ####; GE = ####; FI = #####; HR = #####; ME = #####; EE = #####; MA = #####; EG = #####;
    DO = #####; PE = #####; UY = #####; MY = #####; ID = #####; KR = #####; LK = #####; NP = #####; JO =
    #####; MC = 98000; IN = ######; CN = ######; SG = ######; RO = ######; VN = ######; CO = ######; CL =
    #######; IS = ###; TW = ###; IL = #######`;

const PATTERNS = new Map<string, string>();
for (const [countryCode, list] of Object.entries({ ...BY_CITY, '': BY_COUNTRY })) {
  for (const [name = '', pattern = ''] of list
    .split(';')
    .map(entry => entry.split('=').map(part => part.trim().replaceAll(/\s+/g, ' ')))) {
    PATTERNS.set(`${countryCode} ${name}`, pattern);
  }
}

const LETTERS = [...'ABDEFGHJLNPQRSTUWXYZ'];

export function postalCodeOf(random: SeededRandom, { name, countryCode }: SandboxCity): string | undefined {
  const pattern = PATTERNS.get(`${countryCode} ${name}`) ?? PATTERNS.get(` ${countryCode}`);
  return pattern?.replaceAll(/[#@]/g, sign =>
    sign === '@' ? random.pick(LETTERS) : String(random.between(1, 9)),
  );
}
