import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { UciFile } from '../../../shared/openwisp/domain/uci/uci-file.js';
import { checksumOf, inEdition, writeArchive } from '../../../shared/openwisp/operations/write-archive.js';

const run = promisify(execFile);
const FILES = new Map<UciFile, string>([
  ['network', "config interface 'airfleet_v20'\n"],
  ['wireless', `config wifi-iface 'x'\n\toption ssid 'Café'\n${'#'.repeat(70_000)}\n`],
]);

// docs/openwisp.md#archive
describe('the archive of a configuration', () => {
  it('is unpacked by tar, with files that only root reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-archive-'));
    try {
      await writeFile(join(folder, 'configuration.tar.gz'), writeArchive(FILES, 0));
      const { stdout } = await run('tar', ['-tzf', 'configuration.tar.gz'], { cwd: folder });
      expect(stdout).to.equal('etc/config/network\netc/config/wireless\n');
      await run('tar', ['-xzf', 'configuration.tar.gz'], { cwd: folder });
      for (const [name, text] of FILES) {
        const path = join(folder, 'etc/config', name);
        expect(await readFile(path, 'utf8')).to.equal(text);
        expect((await stat(path)).mode & 0o777).to.equal(0o600);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is the same, byte for byte, in every process and at any time', () => {
    // An archive that was written by another program.
    expect(checksumOf(writeArchive(new Map([['system', "config system 'system'\n"]]), 0))).to.equal(
      'a3f5776e7aa993948ec0b711e2570822',
    );
    expect(writeArchive(FILES, 0).equals(writeArchive(new Map(FILES), 0))).to.equal(true);
  });

  it('has another checksum and the same files in another edition', () => {
    const [first, second] = [writeArchive(FILES, 0), writeArchive(FILES, 1)];
    expect(checksumOf(first)).not.to.equal(checksumOf(second));
    expect(gunzipSync(first).equals(gunzipSync(second))).to.equal(true);
    expect(inEdition(first, 1).equals(second)).to.equal(true);
  });

  it('is valid without files', () => {
    expect(gunzipSync(writeArchive(new Map(), 0))).to.have.length(1024);
  });
});
