import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runSerai } from '../../../test/cli.ts';
import { testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';
import { BARCELONA, cityLine, fileOf, MADRID, SIX_CITIES } from '../../../test/geonames-files.ts';
import { writeCatalogue } from '../../content/catalogue-change-store.ts';
import { placeIdOf } from '../../content/places/place-id.ts';

const database = await testDatabase();
const proxied = await databaseProxy(database);
const proxy = proxied.proxy;
const env = { DATABASE_URL: (proxied.address as { url: string }).url };
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

const serai = (...argv: string[]) => runSerai(argv, { env });
const cities = () => fileOf('cities500.txt', SIX_CITIES.map(cityLine));

describe('import places', () => {
  it('serai import places shows the changes in a dry run, imports them, and changes nothing the second time', async () => {
    const dry = await serai('import', 'places', cities(), '--dry-run');
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.out).toContain('Dry run: nothing was written. The import would result in:\nPlaces: 6 created');
    expect((await serai('import', 'places', cities())).out).toContain('Imported.\nPlaces: 6 created');
    expect(await serai('import', 'places', cities())).toMatchObject({
      code: 0,
      out: 'Nothing changed: the catalogue already has this data.\n',
    });
  });

  it('serai import places shows the first hundred problems, writes all of them to a file and fails', async () => {
    const lines = [cityLine(BARCELONA), ...Array.from({ length: 149 }, () => 'bad')];
    const problems = fileOf('problems.txt', '');
    const { code, err, out } = await serai(
      'import',
      'places',
      fileOf('cities500.txt', lines),
      '--problems',
      problems,
    );
    expect(code).toBe(1);
    expect(out).toContain(
      'Nothing was written, because some lines are invalid. Use --skip-bad to import the rest.',
    );
    expect(err.match(/cities500\.txt:\d+: expected 19 columns, found 1/g)).toHaveLength(100);
    expect(err).toContain('149 problems; the first 100 are shown; all are in');
    expect(readFileSync(problems, 'utf8').trimEnd().split('\n')).toHaveLength(149);
  });

  it('serai import places skips invalid lines with --skip-bad and prints the summary as JSON', async () => {
    const file = fileOf('cities500.txt', [cityLine({ ...MADRID, population: 7 }), 'bad']);
    const { code, out } = await serai('import', 'places', file, '--skip-bad', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ changed: 1, problems: 1, isWritten: true });
  });

  it.each([
    [['import', 'places'], 2, '<file…> is required.'],
    [['import', 'places', 'x', '--min-population', 'few'], 2, '--min-population takes a whole number'],
    [['import', 'places', '/none/cities500.txt'], 1, 'file not found.'],
    [['import', 'places', 'package.json'], 1, 'the file name is not recognised.'],
  ])('serai import rejects %j with exit code %d', async (argv, code, message) => {
    const run = await serai(...argv);
    expect(run.err).toContain(message);
    expect(run.code).toBe(code);
  });

  it('serai import places reports that the database is not reachable', async () => {
    const { code, err } = await runSerai(['import', 'places', cities()], {
      env: { DATABASE_URL: 'postgres://u@127.0.0.1:1/d' },
    });
    expect([code, err]).toEqual([3, expect.stringContaining('The database cannot be reached')]);
  });
});

describe('import zones', () => {
  const zone = (placeIds: string[]) =>
    fileOf('zones.json', JSON.stringify([{ id: 'z', name: 'Zone', placeIds }]));

  it('serai import zones imports a file once and changes nothing the second time', async () => {
    const file = zone([placeIdOf('geonames', String(BARCELONA.id))]);
    expect((await serai('import', 'zones', file)).out).toContain('Zones: 1 created');
    expect((await serai('import', 'zones', file)).out).toContain('Nothing changed');
  });

  it('serai import zones --remove-missing retires zones that are not in the file', async () => {
    const other = JSON.stringify([
      { id: 'y', name: 'Y', placeIds: [placeIdOf('geonames', String(BARCELONA.id))] },
    ]);
    const { out } = await serai('import', 'zones', fileOf('zones.json', other), '--remove-missing');
    expect(out).toContain('Zones: 1 created, 0 changed, 0 unchanged, 1 removed.');
  });

  it('serai import zones reports the problems in an invalid file and writes nothing', async () => {
    const { code, err, out } = await serai('import', 'zones', zone(['plc_none']));
    expect([code, out]).toEqual([1, 'Nothing was written.\n']);
    expect(err).toContain('plc_none is unknown or cannot be part of a zone');
    expect(await serai('import', 'zones', join('/none', 'zones.json'))).toMatchObject({ code: 1 });
  });
});

describe('concurrent imports', () => {
  it.each(['places', 'zones'])(
    'serai import %s waits for a running import to finish and then runs',
    async what => {
      const [started, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const other = writeCatalogue(database.db, 'another', async () => {
        started.resolve();
        await ends.promise;
      });
      await started.promise;
      const printed: string[] = [];
      const err = (text: string) => {
        printed.push(text);
        ends.resolve();
      };
      const terminal = { out: () => {}, err, isTty: false, ask: undefined };
      const placeIds = [placeIdOf('geonames', String(BARCELONA.id))];
      const file =
        what === 'places'
          ? cities()
          : fileOf('zones.json', JSON.stringify([{ id: 'w', name: 'W', placeIds }]));
      const { code } = await runSerai(['import', what, file], { env, terminal });
      await other;
      expect([code, printed]).toEqual([
        0,
        ['Another import is running. This one starts when it has finished.\n'],
      ]);
    },
  );
});
