import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PeerName } from '../../../shared/import/domain/peers/peer-fleet.js';
import { openFleetFile } from '../../../shared/import/file/fleet-file.js';
import { importFleet, type FleetCounts } from '../../../shared/import/operations/import-fleet.js';
import { runCli, type CliRun } from '../../fixtures/cli.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { Installation } from '../installation.js';

type Row = Readonly<Record<string, unknown>>;

/** The records of a fleet file by section. */
export type FleetRows = Readonly<Record<string, readonly Row[]>>;

/** Moves exports of other products to an empty installation with one organisation. */
export class Mover {
  private constructor(
    readonly installation: Installation,
    readonly organisationId: number,
    private readonly token: string,
    readonly folder: string,
  ) {}

  static async open(): Promise<Mover> {
    const installation = await Installation.open();
    const { deps } = installation.api;
    const { _id: organisationId } = await makeOrganisation(deps);
    const { token } = await makeUser(deps, organisationId);
    return new Mover(installation, organisationId, token, await mkdtemp(join(tmpdir(), 'moving-')));
  }

  async close(): Promise<void> {
    await this.installation.close();
    await rm(this.folder, { recursive: true });
  }

  /** The files of the fixture of a product. */
  static async files(peer: PeerName): Promise<string[]> {
    const folder = resolve('test/import/peers/fixtures', peer);
    return (await readdir(folder)).sort().map((name) => join(folder, name));
  }

  /** Writes a file beside the fixtures. */
  async file(name: string, content: unknown): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  get target(): string {
    return join(this.folder, 'fleet.json');
  }

  convert(
    peer: PeerName,
    files: readonly string[],
    firstId = 500,
    organisationId = this.organisationId,
  ): Promise<CliRun> {
    const ids = ['--organisation', String(organisationId), '--first-id', String(firstId)];
    return runCli(this.installation.api, ['convert', peer, ...files, ...ids, '--to', this.target]);
  }

  async fleet(): Promise<FleetRows> {
    return JSON.parse(await readFile(this.target, 'utf8')) as FleetRows;
  }

  async import(): Promise<FleetCounts> {
    const file = await openFleetFile(this.target);
    try {
      return await importFleet(this.installation.api.deps, file);
    } finally {
      await file.close();
    }
  }

  /** The rows of a list of the API, by name. */
  async rows(path: string, list: string): Promise<ReadonlyMap<unknown, Row>> {
    const { status, body } = await this.installation.api.call('GET', path, { token: this.token });
    if (status !== 200) throw new Error(`${path} is ${status}`);
    const rows = (body as { data: Record<string, Row[]> }).data[list] ?? [];
    return new Map(rows.map((row) => [row['ssid_name'] ?? row['name'] ?? row['network_name'], row]));
  }

  async answer(path: string): Promise<unknown> {
    return (await this.installation.api.call('GET', path, { token: this.token })).body;
  }
}
