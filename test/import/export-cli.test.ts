import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceEntry, FleetFixture, smallFleet } from '../fixtures/records/fleet.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const WPA_KEY = 'correct horse battery';
const USAGE = 'usage: npm run export -- FILE.json [--organisation ID]\n';

describe('npm run export', () => {
  let fixture: FleetFixture;
  let folder: string;
  before(async () => {
    fixture = await FleetFixture.open();
    folder = await mkdtemp(join(tmpdir(), 'fleet-export-cli-'));
    await fixture.import({
      ...smallFleet(),
      devices: [deviceEntry(1), deviceEntry(2, { organisation_id: 2 })],
      operators: [{ email: 'root@example.test', access_token: 'a-token-of-an-operator' }],
      network_ssids: [{ id: 1, network_id: 1, ssid_name: 'Guests', security_mode: '2', wpa_key: WPA_KEY }],
    });
  });
  after(async () => {
    await fixture.close();
    await rm(folder, { recursive: true });
  });

  function run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          MONGODB_URI: fixture.database.uri,
          INIT_CWD: folder,
          ...env,
        },
      };
      execFile(process.execPath, ['dist/programs/export.js', ...args], options, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
  }

  const read = async (name: string): Promise<Record<string, unknown[]>> =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown[]>;

  it('writes the whole installation to a file for its owner only, SSID keys encrypted with the passphrase', async () => {
    const passphrase = { AIRFLEET_EXPORT_PASSPHRASE: 'a passphrase of the test' };
    const { code, stdout, stderr } = await run(['all.json'], passphrase);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.include('organisations: 2\n').and.include('operators: 1\n');
    const fleet = await read('all.json');
    expect(fleet['devices']).to.have.length(2);
    expect(JSON.stringify(fleet)).to.include('encrypted_wpa_key').and.not.include(WPA_KEY);
    expect((await stat(join(folder, 'all.json'))).mode & 0o777).to.equal(0o600);
  });

  it('writes one organisation, without operators, and counts the SSID keys left out for lack of a passphrase', async () => {
    const { code, stdout, stderr } = await run(['one.json', '--organisation', '1']);
    expect(code).to.equal(0);
    expect(stdout).to.include('organisations: 1\n').and.include('devices: 1\n').and.not.include('operators');
    expect(stderr).to.equal(
      'Left out the keys of 1 SSIDs: set AIRFLEET_EXPORT_PASSPHRASE to include them, encrypted\n',
    );
    const { operators, network_ssids: ssids } = await read('one.json');
    expect(operators).to.deep.equal([]);
    expect(JSON.stringify(ssids)).to.include('Guests').and.not.include('wpa_key');
  });

  it('names every record that an import would refuse, with its key, and exits with 1', async () => {
    const { devices, users } = fixture.models;
    await devices.collection.updateOne({ _id: 2 as never }, { $set: { firmwareVersion: 'old\u0007' } });
    const networks = [{ id: 77, access: 'read' }];
    const user = { _id: 9, organisationId: 1, email: 'a@b.test', role: 'viewer', tier: 1, networks };
    await users.collection.insertOne(user as never);
    const { code, stdout, stderr } = await run(['faulty.json'], {
      AIRFLEET_EXPORT_PASSPHRASE: 'of the test',
    });
    await users.deleteOne({ _id: 9 });
    await devices.collection.updateOne({ _id: 2 as never }, { $set: { firmwareVersion: '' } });
    expect(stderr.split('\n')).to.deep.equal([
      'users[0].networks[0].id: there is no network 77 (id 9)',
      'devices[1].firmware_version: must not have control characters or broken characters (id 2)',
      'An import refuses this file: it has 2 faults',
      '',
    ]);
    expect(code).to.equal(1);
    expect(stdout).to.include('devices: 2\n');
    expect((await read('faulty.json'))['devices']).to.have.length(2);
  });

  it('replaces a readable file and a link, and follows neither', async () => {
    const [target, elsewhere] = [join(folder, 'linked.json'), join(folder, 'elsewhere.json')];
    await writeFile(elsewhere, 'kept', { mode: 0o644 });
    await symlink(elsewhere, target);
    await symlink(elsewhere, `${target}.partial`);
    expect(await run(['linked.json'])).to.include({ code: 0 });
    expect(await readFile(elsewhere, 'utf8')).to.equal('kept');
    const written = await lstat(target);
    expect([written.isFile(), written.mode & 0o777]).to.deep.equal([true, 0o600]);
    expect((await read('linked.json'))['organisations']).to.have.length(2);
  });

  it('exits with 1 and one line and leaves no file when the path or the organisation does not exist', async () => {
    const before = await readdir(folder);
    const unwritable = await run([join('missing', 'fleet.json')]);
    expect(unwritable).to.include({ code: 1, stdout: '' });
    expect(unwritable.stderr).to.match(/^The file cannot be written: ENOENT[^\n]+\n$/);
    expect(await run(['none.json', '--organisation', '99'])).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'There is no organisation 99\n',
    });
    expect(await readdir(folder)).to.deep.equal(before);
  });

  it('exits with 2 and its usage when the file is not named or an option is wrong', async () => {
    const usage = { code: 2, stdout: '', stderr: USAGE };
    expect(await run([])).to.deep.equal(usage);
    expect(await run(['fleet.json', '--organisation', 'x'])).to.deep.equal(usage);
    expect(await run(['fleet.json', '--organization', '1'])).to.deep.equal(usage);
    expect(await run(['fleet.json', 'another.json'])).to.deep.equal(usage);
  });
});
