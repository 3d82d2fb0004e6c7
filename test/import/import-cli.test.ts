import { expect } from 'chai';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { migrate } from '../../shared/composition/migrate.js';
import { missingIndexes } from '../../shared/platform/migrations/check-indexes.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { showProgress } from '../../api/cli/import-progress.js';
import { eventually } from '../fixtures/eventually.js';
import { deviceEntry, smallFleet } from '../fixtures/records/fleet.js';
import { scratchDatabase, type ScratchDatabase } from '../fixtures/scratch-database.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('npm run import', () => {
  let database: ScratchDatabase;
  let folder: string;
  before(async () => {
    database = await scratchDatabase();
    folder = await mkdtemp(join(tmpdir(), 'fleet-cli-'));
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  function run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { env: { ...process.env, MONGODB_URI: database.uri, INIT_CWD: folder, ...env } };
      execFile(process.execPath, ['dist/programs/import.js', ...args], options, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
  }

  async function runFile(content: string): Promise<Outcome> {
    await writeFile(join(folder, 'fleet.json'), content);
    return run(['fleet.json']);
  }

  it('loads a file into an empty database and prints the counts of each section', async () => {
    const { code, stdout } = await runFile(JSON.stringify(smallFleet()));
    expect(code).to.equal(0);
    expect(stdout).to.contain('organisations: 2 (2 added, 0 changed, 0 as they were)');
    expect(await database.mongo.models.networks.countDocuments({})).to.equal(3);
    const indexes = await database.mongo.models.devices.collection.indexes();
    expect(indexes.map(({ name }) => name)).to.include('organisation_mac');
  });

  it('prints each fault on a line of stderr, exits with 1 and changes nothing', async () => {
    const tags = [
      { id: 50, organisation_id: 1, name: 'fine' },
      { id: 0, organisation_id: 99, name: 'x' },
    ];
    const { code, stdout, stderr } = await runFile(JSON.stringify({ tags, colours: [] }));
    expect(code).to.equal(1);
    expect(stdout).to.equal('');
    expect(stderr.trim().split('\n')).to.deep.equal([
      'colours: is not a section of a fleet file',
      'tags[1].id: must be greater than or equal to 1',
      'tags[1].organisation_id: there is no organisation 99',
      'The fleet has 3 faults and was not imported',
    ]);
    expect(await database.mongo.models.tags.countDocuments({ _id: 50 })).to.equal(0);
  });

  it('waits for the lock of a killed import, and stops after a whole batch on Ctrl-C', async () => {
    const { locks, devices } = database.mongo.models;
    await runFile(JSON.stringify(smallFleet()));
    await locks.create({ _id: 'import', holder: 'killed', expiresAt: new Date(Date.now() + 2000) });
    const fleet = { devices: Array.from({ length: 10 }, (_, index) => deviceEntry(index + 1)) };
    expect(await runFile(JSON.stringify(fleet))).to.include({ code: 0 });
    expect(await devices.countDocuments({})).to.equal(10);

    const large = {
      organisations: [{ id: 1, name: 'Harbour Hotels', no_of_aps: 100_000 }],
      devices: Array.from({ length: 10_000 }, (_, index) => deviceEntry(index + 1)),
    };
    await writeFile(join(folder, 'large.json'), JSON.stringify(large));
    const running = spawn(process.execPath, ['dist/programs/import.js', join(folder, 'large.json')], {
      env: { ...process.env, MONGODB_URI: database.uri },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = text(running.stderr);
    await eventually('the first batch', () => devices.exists({ _id: 1000 }));
    running.kill('SIGINT');
    const [code] = (await once(running, 'exit')) as [number];
    expect(code).to.equal(1);
    expect(await said).to.contain('The import was interrupted: run it again to finish it');
    expect((await devices.countDocuments({})) % 1000).to.equal(0);
    expect(await locks.countDocuments({ _id: 'import' })).to.equal(0);
  });

  it('leaves the indexes of searches to the end, and to migrate when it is killed', async () => {
    const empty = await scratchDatabase();
    try {
      const env = { ...process.env, MONGODB_URI: empty.uri };
      const fleet = {
        ...smallFleet(),
        organisations: [{ id: 1, name: 'Harbour Hotels', no_of_aps: 100_000 }],
        networks: [],
        tags: [],
        devices: Array.from({ length: 10_000 }, (_, index) => deviceEntry(index + 1)),
      };
      const file = join(folder, 'killed.json');
      await writeFile(file, JSON.stringify(fleet));
      const running = spawn(process.execPath, ['dist/programs/import.js', file], { env, stdio: 'ignore' });
      await eventually('the first batch', () => empty.mongo.models.devices.exists({ _id: 1000 }));
      running.kill('SIGKILL');
      await once(running, 'exit');
      const searches = ['devices.organisation_trigrams', 'network_ssids.organisation_trigrams'];
      expect(await missingIndexes(empty.mongo.models)).to.deep.equal(searches);

      const again = await run(['killed.json'], { MONGODB_URI: empty.uri });
      expect(again.code).to.equal(0);
      expect(await missingIndexes(empty.mongo.models)).to.deep.equal([]);
      expect(await empty.mongo.models.devices.countDocuments({})).to.equal(10_000);

      await empty.mongo.models.devices.collection.dropIndex('organisation_trigrams');
      await migrate(empty.mongo.models, readEnv(), () => undefined);
      expect(await missingIndexes(empty.mongo.models)).to.deep.equal([]);
    } finally {
      await empty.drop();
    }
  });

  it('prints one line when the file is not JSON, is missing, or is not given', async () => {
    const broken = await runFile('{"tags": [');
    expect(broken).to.include({ code: 1, stdout: '' });
    expect(broken.stderr).to.match(/^The file is not JSON: [^\n]+\n$/);
    const missing = await run(['missing.json']);
    expect(missing).to.include({ code: 1, stdout: '' });
    expect(missing.stderr).to.match(/^The file cannot be read: [^\n]+\n$/);
    expect(await run([])).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'usage: npm run import -- FILE.json\n',
    });
  });

  it('shows progress as a bar on a terminal and as plain lines elsewhere', () => {
    const written = (isTTY: boolean): string[] => {
      const texts: string[] = [];
      let time = 0;
      const output = { isTTY, write: (text: string) => texts.push(text) };
      const progress = showProgress(4000, output, () => time);
      for (let batch = 0; batch < 8; batch += 1) {
        time += 2000;
        progress.report(batch < 4 ? 'checked' : 'written', 'devices', 1000);
      }
      progress.end();
      return texts;
    };
    expect(written(true)[3]).to.equal(
      '\r\u001b[K[###############...............] 50 %  checked devices  500 records/s, 0:00 left until all are checked',
    );
    expect(written(true)).to.have.lengthOf(9);
    expect(written(false)).to.deep.equal([
      '37 %  checked devices  500 records/s, 0:02 left until all are checked\n',
      '75 %  written devices  500 records/s, 0:04 left until all are written\n',
    ]);
  });
});
