import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { SPAIN, writePlaces } from '../../../test/catalogue-builder.ts';
import { runSerai } from '../../../test/cli.ts';
import { testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';
import { writeCatalogue } from '../../content/catalogue-change-store.ts';

const database = await testDatabase();
await writePlaces(database.db, SPAIN);
const proxied = await databaseProxy(database);
const proxy = proxied.proxy;
const env = { DATABASE_URL: (proxied.address as { url: string }).url };
const folder = mkdtempSync(join(tmpdir(), 'serai-files-'));
afterAll(async () => {
  await proxy.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const path = (name: string) => join(folder, name);
const serai = (...argv: string[]) => runSerai(argv, { env });

function hotel(id: string, fields: object = {}): string {
  return JSON.stringify({
    hotelId: `htl_${id}`,
    name: { en: `Hotel ${id}` },
    address: { countryCode: 'ES' },
    location: { latitude: 41.3888, longitude: 2.159 },
    rooms: [
      { roomCode: 'R', name: { en: 'Room' }, occupancy: { maxTotal: 1, maxAdults: 1, maxChildren: 0 } },
    ],
    ...fields,
  });
}

const count = async () =>
  (await database.db<{ n: number }[]>`SELECT count(*)::integer AS n FROM hotel`)[0]?.n;

describe('import hotels', () => {
  it('serai import hotels requires an environment', async () => {
    expect(await serai('import', 'hotels', 'x.jsonl')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--environment is required.'),
    });
    expect((await serai('import', 'hotels', 'x.jsonl', '--environment', 'live')).err).toContain(
      '--environment does not take "live"',
    );
  });

  it('serai import hotels shows the changes in a dry run, imports them, and changes nothing the second time', async () => {
    writeFileSync(path('two.jsonl'), `${hotel('A')}\n${hotel('B')}\n`);
    const run = (...more: string[]) =>
      serai('import', 'hotels', path('two.jsonl'), '--environment', 'sandbox', ...more);
    expect(await run('--dry-run')).toEqual({
      code: 0,
      err: '',
      out: [
        'Dry run: nothing was written. The import would result in:',
        'hotels  2 created, 0 changed, 0 unchanged, 0 ended',
        'rooms   2 created, 0 changed, 0 unchanged, 0 retired',
        '',
      ].join('\n'),
    });
    expect(await count()).toBe(0);
    expect((await run()).out).toContain('Imported.\nhotels  2 created');
    expect(JSON.parse((await run('--json')).out)).toMatchObject({
      created: 0,
      unchanged: 2,
      problems: 0,
      isWritten: true,
      firstProblems: [],
    });
  });

  it('serai import hotels shows the first hundred warnings and the total', async () => {
    await writePlaces(database.db, [{ key: 'GONE', type: 'CITY', status: 'INACTIVE' }]);
    const hotels = Array.from({ length: 101 }, (_, i) => hotel(`W${i}`, { canonicalCityId: 'plc_GONE' }));
    writeFileSync(path('moved.jsonl'), hotels.join('\n'));
    const args = ['import', 'hotels', path('moved.jsonl'), '--environment', 'sandbox', '--dry-run'];
    const { code, err } = await serai(...args);
    expect(code).toBe(0);
    const lines = err.trimEnd().split('\n');
    expect(lines).toHaveLength(101);
    expect(lines[0]).toContain('moved.jsonl:1: /canonicalCityId: The place plc_GONE was removed');
    expect(lines.at(-1)).toBe('101 warnings; the first 100 are shown.');
    expect(JSON.parse((await serai(...args, '--json')).out)).toMatchObject({ warnings: 101, problems: 0 });
  });

  it('serai import hotels reports that it is waiting while another import is running', async () => {
    let end = () => {};
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    let start = () => {};
    const started = new Promise<void>(resolve => {
      start = resolve;
    });
    const other = writeCatalogue(database.db, 'another', async () => {
      start();
      await ended;
    });
    await started;
    const printed: string[] = [];
    const terminal = {
      out: () => {},
      err: (text: string) => {
        printed.push(text);
        end();
      },
      isTty: false,
      ask: undefined,
    };
    const file = path('two.jsonl');
    const code = await runSerai(['import', 'hotels', file, '--environment', 'sandbox'], { env, terminal });
    await other;
    expect(printed).toEqual(['Another import is running. This one starts when it has finished.\n']);
    expect(code.code).toBe(0);
  });

  it('serai import hotels shows the first hundred problems, writes all of them to a file, and fails without --skip-bad', async () => {
    const bad = Array.from({ length: 150 }, (_, i) => hotel(`X${i}`, { stars: 9 }));
    writeFileSync(path('bad.jsonl'), [hotel('C'), ...bad].join('\n'));
    const run = (...more: string[]) =>
      serai('import', 'hotels', path('bad.jsonl'), '--environment', 'sandbox', ...more);
    const before = await count();
    const { code, err, out } = await run('--problems', path('problems.txt'));
    expect(code).toBe(1);
    expect(err.split('\n')).toHaveLength(102);
    expect(err).toContain(`${path('bad.jsonl')}:2: /stars: Use at most 5`);
    expect(err).toContain(`150 problems; the first 100 are shown; all are in ${path('problems.txt')}.\n`);
    expect(out).toContain(
      'Nothing was written, because some lines are invalid. Use --skip-bad to import the rest.',
    );
    expect(readFileSync(path('problems.txt'), 'utf8').trimEnd().split('\n')).toHaveLength(150);
    expect(await count()).toBe(before);

    expect(await run('--skip-bad')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Imported without the invalid lines.'),
    });
    expect(await count()).toBe((before ?? 0) + 1);
  });

  it('serai import hotels explains problems with the input file, the database and the problem file', async () => {
    writeFileSync(path('list.json'), `[${hotel('A')}]`);
    const list = await serai('import', 'hotels', path('list.json'), '--environment', 'sandbox');
    expect(list).toMatchObject({ code: 1, out: '' });
    expect(list.err).toBe(
      `${path('list.json')}:1: this is a JSON array instead of one hotel per line.\nConvert it to lines, for example with: jq -c '.[]' <file> > <new file>\n`,
    );
    const nowhere = await runSerai(['import', 'hotels', path('two.jsonl'), '--environment', 'sandbox'], {
      env: { DATABASE_URL: 'postgres://u@127.0.0.1:1/d' },
    });
    expect(nowhere).toMatchObject({ code: 3, err: expect.stringContaining('Nothing was written, unless') });
    const problems = path('no-such-folder/problems.txt');
    const blocked = await serai(
      'import',
      'hotels',
      path('two.jsonl'),
      '--environment',
      'sandbox',
      '--problems',
      problems,
    );
    expect(blocked).toMatchObject({ code: 1, err: expect.stringContaining(`${problems} cannot be written`) });
  });
});

describe('export hotels', () => {
  it('serai export hotels writes a compressed file that can be imported again without changes', async () => {
    const file = path('out.jsonl.gz');
    const { code, out } = await serai('export', 'hotels', '--environment', 'sandbox', '--output', file);
    expect({ code, out }).toEqual({ code: 0, out: 'Wrote 3 hotels with 3 rooms.\n' });
    expect(gunzipSync(readFileSync(file)).toString().split('\n')).toHaveLength(4);
    expect(existsSync(`${file}.part`)).toBe(false);
    const again = await serai('import', 'hotels', file, '--environment', 'sandbox', '--remove-missing');
    expect(again.out).toContain('hotels  0 created, 0 changed, 3 unchanged, 0 ended');
  });

  it('serai export hotels writes CSV, with the rooms in a separate file if --rooms is given', async () => {
    const [file, rooms] = [path('out.csv'), path('rooms.csv')];
    const csv = ['export', 'hotels', '--environment', 'sandbox', '--format', 'csv', '--output', file];
    expect((await serai(...csv)).out).toBe(
      'Wrote 3 hotels with 3 rooms. The rooms are not included. Write them with --rooms <file>.\n',
    );
    await serai(...csv, '--rooms', rooms);
    const again = await serai('import', 'hotels', file, '--rooms', rooms, '--environment', 'sandbox');
    expect(again.out).toBe(
      'Imported.\nhotels  0 created, 0 changed, 3 unchanged, 0 ended\nrooms   0 created, 0 changed, 3 unchanged, 0 retired\n',
    );
  });

  it('serai export hotels writes the export to standard output and the summary to standard error', async () => {
    const { out, err } = await serai('export', 'hotels', '--environment', 'sandbox');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).hotelId),
    ).toEqual(['htl_A', 'htl_B', 'htl_C']);
    expect(err).toBe('Wrote 3 hotels with 3 rooms.\n');
  });

  it('serai export hotels exits without an error if the reader closes the pipe', async () => {
    const main = join(import.meta.dirname, '../../main.ts');
    // More than a pipe can buffer, so that the pipe is closed in the middle of the export.
    const long = { en: 'x'.repeat(15_000) };
    const records = Array.from({ length: 1_200 }, (_, i) => hotel(`L${i}`, { description: long, rooms: [] }));
    writeFileSync(path('long.jsonl'), records.join('\n'));
    await serai('import', 'hotels', path('long.jsonl'), '--environment', 'production');
    const child = spawn(process.execPath, [main, 'export', 'hotels', '--environment', 'production'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', chunk => {
      err += chunk;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('serai export hotels leaves no file behind if it fails', async () => {
    const file = path('never.jsonl');
    const { code } = await runSerai(['export', 'hotels', '--environment', 'sandbox', '--output', file], {
      env: { DATABASE_URL: 'postgres://u@127.0.0.1:1/d' },
    });
    expect(code).toBe(3);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    const blocked = await serai(
      'export',
      'hotels',
      '--environment',
      'sandbox',
      '--output',
      path('no/such.jsonl'),
    );
    expect(blocked).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written') });
  });

  it.each([
    [['export', 'hotels'], '--environment is required.'],
    [['export', 'hotels', '--environment', 'sandbox', '--format', 'xml'], '--format does not take "xml"'],
    [['export', 'hotels', '--environment', 'sandbox', '--rooms', 'r.csv'], '--rooms requires --format csv'],
    [['export', 'places', '--all'], '--all requires --format jsonl'],
  ])('the CLI rejects %j as an export command', async (argv, message) => {
    expect(await serai(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});

describe('export places', () => {
  it('serai export places writes all places as JSON Lines, or only GeoNames places in GeoNames columns', async () => {
    await database.ownerDb`
      UPDATE place SET source = 'geonames', source_id = '3128760', population = 1600000, feature_code = 'PPLA',
        region_code = '56' WHERE place_id = 'plc_BCN'`;
    await database.ownerDb`
      INSERT INTO place_name (place, name, language, class)
      SELECT id, unnest(ARRAY['Barcelona', 'Barcelone', 'Barcelona, Spain']), 'und', unnest(ARRAY[0, 3, 3])
      FROM place WHERE place_id = 'plc_BCN'`;
    const tsv = await serai('export', 'places');
    expect(tsv.out).toBe(
      '3128760\tBarcelona\tBarcelona\tBarcelone\t41.3888\t2.159\tP\tPPLA\tES\t\t56\t\t\t\t1600000\t\t\tEurope/Madrid\t\n',
    );
    expect(tsv.err).toBe('Wrote 1 place.\n');
    const lines = (await serai('export', 'places', '--format', 'jsonl')).out.trimEnd().split('\n');
    expect(lines).toHaveLength(SPAIN.length);
    expect(JSON.parse(lines[3] ?? '')).toMatchObject({
      placeId: 'plc_BCN',
      type: 'CITY',
      parentId: 'plc_CT',
      names: [
        { name: 'Barcelona', language: 'und', class: 0 },
        { name: 'Barcelona, Spain', language: 'und', class: 3 },
        { name: 'Barcelone', language: 'und', class: 3 },
      ],
    });
  });
});
