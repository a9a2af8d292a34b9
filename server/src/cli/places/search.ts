import { explainMatch } from '@serai/contract/account/explain-match.ts';
import { searchPlaces } from '@serai/contract/account/places.ts';
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment, parseWord, splitList } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';

export const placesSearchCommand = defineCommand({
  name: 'places search',
  summary: 'Search places as a partner does, and say how each was met.',
  args: ['query…'],
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'sandbox (when absent) or production.' },
    type: {
      type: 'string',
      multiple: true,
      value: '<type>',
      description: `Only ${PLACE_TYPES.join(', ').toLowerCase()}, several by repetition or commas.`,
    },
    country: {
      type: 'string',
      multiple: true,
      value: '<code>',
      description: 'Only this country, several by repetition or commas.',
    },
    language: { type: 'string', value: '<tag>', description: 'Of the names.' },
    limit: { type: 'string', value: '<number>', description: 'Places, 10 when absent.' },
  },
  examples: ['serai places search barce', 'serai places search new york --type city,airport --json'],
  async run({ args, options, client, json, terminal, style }) {
    const { environment, type, country, language, limit } = options;
    const { data, text } = await client().call(searchPlaces, {
      environment: environment === undefined ? 'sandbox' : parseEnvironment(environment),
      query: args.join(' '),
      ...(type && { types: splitList(type).map(word => parseWord(word, '--type', PLACE_TYPES)) }),
      ...(country && { countryCodes: splitList(country).map(code => code.toUpperCase()) }),
      ...(language !== undefined && { language }),
      ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.places.length === 0) terminal.out('No place is like it.\n');
    else {
      const rows = data.places.map(place => [
        place.displayName,
        place.type.toLowerCase(),
        place.iataCode ?? '',
        place.placeId,
        String(place.hotelCount),
        place.score.toFixed(3),
        explainMatch(place),
      ]);
      terminal.out(table(['PLACE', 'TYPE', 'CODE', 'ID', 'HOTELS', 'SCORE', 'WHY'], rows, style));
    }
    return EXIT.ok;
  },
});
