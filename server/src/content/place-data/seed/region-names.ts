/**
 * Names of the regions that attract the most visitors, in the languages of these visitors. The package with the regions
 * contains only one name of each. Pure.
 */
import { languageOfCountry, nameClass } from '../name-class.ts';
import type { StagedName } from '../staging/staged-place.ts';

/** Each line has the code of a region and its names, each preceded by its language. */
const REGIONS = `
AT.02; de Kärnten; it Carinzia; fr Carinthie; es Carintia; pt Caríntia; nl Karinthië
AT.03; de Niederösterreich; it Bassa Austria; fr Basse-Autriche; es Baja Austria; nl Neder-Oostenrijk
AT.04; de Oberösterreich; it Alta Austria; fr Haute-Autriche; es Alta Austria; nl Opper-Oostenrijk
AT.05; de Salzburger Land; en Salzburgerland; it Salisburghese; es Salzburgo; fr Salzbourg
AT.06; de Steiermark; it Stiria; fr Styrie; es Estiria; pt Estíria; nl Stiermarken
AT.07; de Tirol; it Tirolo; fr Tyrol; es Tirol; nl Tirol
AT.09; de Wien; it Vienna; fr Vienne; es Viena; pt Viena; nl Wenen
AU.02; fr Nouvelle-Galles du Sud; es Nueva Gales del Sur; it Nuovo Galles del Sud; de Neusüdwales
AU.06; de Tasmanien; fr Tasmanie; pt Tasmânia; nl Tasmanië
AU.08; de Westaustralien; fr Australie-Occidentale; es Australia Occidental; it Australia Occidentale
BE.BRU; fr Bruxelles; nl Brussel; de Brüssel; es Bruselas; it Bruxelles; pt Bruxelas
BE.VLG; nl Vlaanderen; fr Flandre; de Flandern; es Flandes; it Fiandre; pt Flandres
BE.WAL; fr Wallonie; nl Wallonië; de Wallonien; es Valonia; it Vallonia; pt Valónia
CA.02; fr Colombie-Britannique; es Columbia Británica; it Columbia Britannica; de Britisch-Kolumbien
CA.07; fr Nouvelle-Écosse; es Nueva Escocia; it Nuova Scozia; de Neuschottland
CA.09; fr Île-du-Prince-Édouard; es Isla del Príncipe Eduardo; de Prinz-Edward-Insel
CA.10; fr Québec; es Quebec; de Québec
CH.BE; de Kanton Bern; fr Berne; it Berna; es Berna; pt Berna
CH.GE; fr Genève; de Genf; it Ginevra; es Ginebra; pt Genebra
CH.GR; de Graubünden; it Grigioni; fr Grisons; es Grisones; en Graubunden
CH.LU; de Luzern; fr Lucerne; it Lucerna; es Lucerna
CH.TI; it Ticino; de Tessin; fr Tessin; es Tesino
CH.VD; de Waadt; fr Vaud; it Vaud
CH.VS; fr Valais; de Wallis; it Vallese; es Valais
CH.ZH; de Zürich; fr Zurich; it Zurigo; es Zúrich; pt Zurique
CN.14; de Tibet; fr Tibet; es Tíbet; zh 西藏
CN.20; de Innere Mongolei; fr Mongolie-Intérieure; es Mongolia Interior; zh 内蒙古
CZ.52; cs Praha; de Prag; fr Prague; es Praga; it Praga; nl Praag
CZ.78; cs Jihomoravský kraj; de Südmähren; fr Moravie-du-Sud; es Moravia Meridional
CZ.79; cs Jihočeský kraj; de Südböhmen; fr Bohême-du-Sud; es Bohemia Meridional
DE.01; de Baden-Württemberg; fr Bade-Wurtemberg; es Baden-Wurtemberg
DE.02; de Bayern; fr Bavière; es Baviera; it Baviera; pt Baviera; nl Beieren; pl Bawaria
DE.05; de Hessen; fr Hesse; it Assia; nl Hessen
DE.06; de Niedersachsen; fr Basse-Saxe; es Baja Sajonia; it Bassa Sassonia; nl Nedersaksen
DE.07; de Nordrhein-Westfalen; fr Rhénanie-du-Nord-Westphalie; es Renania del Norte-Westfalia; it Renania Settentrionale-Vestfalia; nl Noordrijn-Westfalen
DE.08; en Rhineland-Palatinate; fr Rhénanie-Palatinat; es Renania-Palatinado; it Renania-Palatinato; nl Rijnland-Palts
DE.09; fr Sarre; es Sarre; it Saarland
DE.12; en Mecklenburg-Western Pomerania; fr Mecklembourg-Poméranie-Occidentale; es Mecklemburgo-Pomerania Occidental; it Meclemburgo-Pomerania Anteriore
DE.13; de Sachsen; fr Saxe; es Sajonia; it Sassonia; nl Saksen
DE.14; de Sachsen-Anhalt; fr Saxe-Anhalt; es Sajonia-Anhalt; it Sassonia-Anhalt
DE.15; de Thüringen; fr Thuringe; es Turingia; it Turingia; nl Thüringen
DE.16; de Berlin; it Berlino; es Berlín
DK.17; da Hovedstaden; de Hauptstadtregion Dänemark
DK.20; da Sjælland; de Seeland; fr Seeland; es Selandia
ES.07; es Islas Baleares; es Baleares; ca Illes Balears; de Balearen; fr Îles Baléares; it Isole Baleari; pt Ilhas Baleares; nl Balearen; ru Балеарские острова
ES.29; es Comunidad de Madrid; de Madrid
ES.31; es Región de Murcia; fr Murcie
ES.32; es Navarra; eu Nafarroa; de Navarra; it Navarra
ES.34; es Principado de Asturias; de Asturien; fr Asturies; pt Astúrias; nl Asturië
ES.39; de Kantabrien; fr Cantabrie; pt Cantábria
ES.51; es Andalucía; de Andalusien; fr Andalousie; it Andalusia; pt Andaluzia; nl Andalusië; pl Andaluzja; ru Андалусия; ja アンダルシア
ES.52; es Aragón; de Aragonien; it Aragona; pt Aragão
ES.53; es Islas Canarias; es Canarias; de Kanarische Inseln; de Kanaren; fr Îles Canaries; it Isole Canarie; pt Ilhas Canárias; nl Canarische Eilanden; pl Wyspy Kanaryjskie; ru Канарские острова
ES.54; es Castilla-La Mancha; en Castile-La Mancha; de Kastilien-La Mancha; fr Castille-La Manche
ES.55; es Castilla y León; en Castile and León; de Kastilien-León; fr Castille-et-León; it Castiglia e León
ES.56; es Cataluña; ca Catalunya; de Katalonien; fr Catalogne; it Catalogna; pt Catalunha; nl Catalonië; pl Katalonia; ru Каталония; ja カタルーニャ
ES.58; gl Galicia; es Galicia; de Galicien; fr Galice; it Galizia; pt Galiza; nl Galicië
ES.59; es País Vasco; eu Euskadi; de Baskenland; fr Pays basque; it Paesi Baschi; pt País Basco; nl Baskenland
ES.60; es Comunidad Valenciana; ca Comunitat Valenciana; fr Communauté valencienne; it Comunità Valenciana; en Valencian Community
FR.11; en Paris Region; es Isla de Francia; it Isola di Francia; pt Ilha de França
FR.24; de Zentrum-Loiretal; es Centro-Valle de Loira
FR.27; de Burgund; en Burgundy; es Borgoña; it Borgogna; nl Bourgondië; pt Borgonha
FR.28; fr Normandie; de Normandie; es Normandía; it Normandia; pt Normandia; nl Normandië
FR.44; en Alsace; de Elsass; es Alsacia; it Alsazia; nl Elzas; fr Alsace
FR.53; fr Bretagne; de Bretagne; es Bretaña; it Bretagna; pt Bretanha; nl Bretagne; pl Bretania
FR.75; fr Nouvelle-Aquitaine; de Neu-Aquitanien; es Nueva Aquitania; it Nuova Aquitania; nl Nieuw-Aquitanië
FR.76; de Okzitanien; es Occitania; it Occitania; nl Occitanië
FR.84; de Auvergne-Rhône-Alpes; es Auvernia-Ródano-Alpes; it Alvernia-Rodano-Alpi
FR.93; en Provence; de Provence; es Provenza; it Provenza; pt Provença; nl Provence
FR.94; fr Corse; de Korsika; es Córcega; it Corsica; pt Córsega; nl Corsica; pl Korsyka; ru Корсика
GB.ENG; de England; fr Angleterre; es Inglaterra; it Inghilterra; pt Inglaterra; nl Engeland; pl Anglia; ru Англия
GB.NIR; de Nordirland; fr Irlande du Nord; es Irlanda del Norte; it Irlanda del Nord; pt Irlanda do Norte; nl Noord-Ierland
GB.SCT; de Schottland; fr Écosse; es Escocia; it Scozia; pt Escócia; nl Schotland; pl Szkocja; ru Шотландия; ja スコットランド
GB.WLS; cy Cymru; fr Pays de Galles; es Gales; it Galles; pt País de Gales; pl Walia; ru Уэльс
GR.ESYE12; el Κεντρική Μακεδονία; de Zentralmakedonien; fr Macédoine-Centrale; es Macedonia Central
GR.ESYE21; el Ήπειρος; de Epirus; fr Épire; it Epiro; es Epiro
GR.ESYE22; el Ιόνια Νησιά; de Ionische Inseln; fr Îles Ioniennes; es Islas Jónicas; it Isole Ionie; nl Ionische Eilanden
GR.ESYE25; el Πελοπόννησος; de Peloponnes; fr Péloponnèse; es Peloponeso; it Peloponneso; pt Peloponeso; nl Peloponnesos
GR.ESYE31; el Αττική; de Attika; fr Attique; es Ática
GR.ESYE42; el Νότιο Αιγαίο; de Südliche Ägäis; fr Égée-Méridionale; es Egeo Meridional; it Egeo Meridionale
GR.ESYE43; el Κρήτη; de Kreta; fr Crète; es Creta; it Creta; pt Creta; nl Kreta; pl Kreta; ru Крит
HR.04; hr Istra; de Istrien; it Istria; fr Istrie; es Istria; nl Istrië
HR.15; hr Dalmacija; de Dalmatien; it Dalmazia; fr Dalmatie; es Dalmacia; en Dalmatia; nl Dalmatië
ID.02; ru Бали; ja バリ島; zh 巴厘岛; ko 발리
IT.01; de Abruzzen; fr Abruzzes; es Abruzos; nl Abruzzen
IT.02; it Basilicata; en Basilicata; de Basilikata
IT.03; de Kalabrien; fr Calabre; it Calabria; nl Calabrië
IT.04; de Kampanien; fr Campanie; it Campania; nl Campanië
IT.05; de Emilia-Romagna; fr Émilie-Romagne; es Emilia-Romaña
IT.06; de Friaul-Julisch Venetien; fr Frioul-Vénétie julienne; it Friuli-Venezia Giulia; es Friuli-Venecia Julia
IT.07; de Latium; fr Latium; it Lazio; es Lacio
IT.08; de Ligurien; fr Ligurie; it Liguria; nl Ligurië
IT.09; it Lombardia; de Lombardei; fr Lombardie; es Lombardía; pt Lombardia; nl Lombardije
IT.10; it Marche; de Marken; fr Marches; es Marcas; nl Marken
IT.12; it Piemonte; de Piemont; fr Piémont; es Piamonte; pt Piemonte; nl Piëmont
IT.13; it Puglia; de Apulien; fr Pouilles; es Apulia; pt Apúlia; nl Apulië; en Puglia
IT.14; it Sardegna; de Sardinien; fr Sardaigne; es Cerdeña; pt Sardenha; nl Sardinië; pl Sardynia; ru Сардиния; ja サルデーニャ
IT.15; it Sicilia; de Sizilien; fr Sicile; es Sicilia; pt Sicília; nl Sicilië; pl Sycylia; ru Сицилия; ja シチリア
IT.16; it Toscana; de Toskana; fr Toscane; es Toscana; pt Toscana; nl Toscane; pl Toskania; ru Тоскана; ja トスカーナ
IT.17; de Trentino-Südtirol; it Alto Adige; en South Tyrol; de Südtirol; fr Trentin-Haut-Adige; es Trentino-Alto Adigio; nl Zuid-Tirol
IT.18; de Umbrien; fr Ombrie; it Umbria; es Umbría; nl Umbrië
IT.19; it Valle d'Aosta; fr Vallée d'Aoste; de Aostatal; es Valle de Aosta
IT.20; de Venetien; fr Vénétie; it Veneto; es Véneto
JP.12; ja 北海道; fr Hokkaidō
JP.47; ja 沖縄; fr Okinawa
MX.03; en Lower California South; de Niederkalifornien Süd; fr Basse-Californie du Sud
MX.31; en Yucatan; de Yucatán; it Yucatán
NL.02; nl Fryslân; de Friesland; fr Frise; es Frisia
NL.06; nl Noord-Brabant; de Nordbrabant; fr Brabant-Septentrional
NL.07; nl Noord-Holland; de Nordholland; fr Hollande-Septentrionale; es Holanda Septentrional; it Olanda Settentrionale
NL.10; de Seeland; fr Zélande; es Zelanda
NL.11; nl Zuid-Holland; de Südholland; fr Hollande-Méridionale; es Holanda Meridional; it Olanda Meridionale
PL.72; pl Dolny Śląsk; de Niederschlesien; fr Basse-Silésie; es Baja Silesia
PL.77; pl Małopolska; de Kleinpolen; fr Petite-Pologne; es Pequeña Polonia
PL.78; pl Mazowsze; de Masowien; fr Mazovie; es Mazovia
PL.82; pl Pomorze; de Pommern; fr Poméranie
PL.83; pl Śląsk; de Schlesien; fr Silésie; es Silesia
PL.85; pl Mazury; de Masuren; en Masuria; fr Mazurie
PT.10; fr Madère; es Madeira; ru Мадейра
PT.14; pt Lisboa; de Lissabon; fr Lisbonne; es Lisboa; it Lisbona
PT.17; es Oporto; en Oporto
PT.23; pt Açores; de Azoren; fr Açores; es Azores; it Azzorre; nl Azoren; pl Azory; ru Азорские острова
RU.23; de Kaliningrad; de Königsberg; fr Kaliningrad
RU.28; de Karelien; fr Carélie; es Carelia
RU.92; de Kamtschatka; fr Kamtchatka; es Kamchatka
SE.05; de Gotland; fr Gotland
SE.27; en Scania; de Schonen; fr Scanie; es Escania
US.CA; de Kalifornien; fr Californie; pt Califórnia; nl Californië; pl Kalifornia; ru Калифорния; ja カリフォルニア
US.FL; fr Floride; pt Flórida; pl Floryda; ru Флорида; ja フロリダ
US.HI; fr Hawaï; es Hawái; pt Havaí; it Hawaii; pl Hawaje; ru Гавайи; ja ハワイ; ko 하와이; zh 夏威夷
US.LA; fr Louisiane; es Luisiana
US.NC; fr Caroline du Nord; es Carolina del Norte; it Carolina del Nord
US.NM; fr Nouveau-Mexique; es Nuevo México; it Nuovo Messico; pt Novo México
US.NY; es Nueva York; pt Nova Iorque; ru Нью-Йорк; ja ニューヨーク州
US.PA; fr Pennsylvanie; es Pensilvania; pt Pensilvânia; de Pennsylvanien
US.SC; fr Caroline du Sud; es Carolina del Sur; it Carolina del Sud
US.TX; es Tejas; ru Техас
US.VA; fr Virginie; de Virginien; pt Virgínia
ZA.11; fr Cap-Occidental; es Cabo Occidental; de Westkap; nl West-Kaap; af Wes-Kaap`;

/** The names of the regions that exist. A region is dropped from the seed if its cities do not match. */
export function regionNames(codes: ReadonlySet<string>): StagedName[] {
  return REGIONS.trim()
    .split('\n')
    .flatMap(line => {
      const [code, ...names] = line.split('; ') as [string, ...string[]];
      if (!codes.has(code)) return [];
      const local = new Set([languageOfCountry(code.slice(0, 2)) ?? 'en']);
      return names.map((each): StagedName => {
        const [language, name] = [each.slice(0, 2), each.slice(3)];
        return {
          source: 'geonames-admin1',
          sourceId: code,
          name,
          language,
          class: nameClass(language, local),
        };
      });
    });
}
