import { Agent } from 'node:http';
import { monitored } from '../../dev/monitored-uri.js';
import type { BenchDatabase } from '../fleet/bench-database.js';
import type { OrganisationLayout } from '../fleet/fleet-plan.js';
import { openBenchApi } from '../load/bench-api.js';
import { sendRequest } from '../load/send-request.js';

const SSIDS = 8;

/** What one edit has sent to the database. */
export interface EditCost {
  readonly roundTrips: readonly string[];
  /** Records that it has inserted or updated. */
  readonly records: number;
}

/** The first network of a fleet, with eight SSIDs, and edits of the first of them. */
export class ConfiguredNetwork {
  private readonly agent = new Agent({ keepAlive: true });
  private edits = 0;
  private ssidId = 0;

  private constructor(
    private readonly database: BenchDatabase,
    private readonly organisation: OrganisationLayout,
  ) {}

  /** Removes what earlier runs have left of configurations, and makes the SSIDs. */
  static async open(
    database: BenchDatabase,
    organisation: OrganisationLayout,
    url: string,
  ): Promise<ConfiguredNetwork> {
    const { deviceStates, networkConfigurations, networkSsids } = database.mongo.models;
    const { id: organisationId, firstNetworkId: networkId } = organisation;
    await deviceStates.updateMany({ organisationId }, { $unset: { configuration: 1 } });
    await networkConfigurations.deleteMany({ organisationId });
    await networkSsids.deleteMany({ organisationId, networkId });
    const network = new ConfiguredNetwork(database, organisation);
    for (let made = 0; made < SSIDS; made += 1) {
      const network_ssid = { ssid_name: `SSID ${made}`, security_mode: '2', wpa_key: 'room-service-only' };
      const path = '/v1/network_ssids';
      const created = await network.call(url, 'POST', path, { network_id: networkId, network_ssid });
      if (made === 0) network.ssidId = (JSON.parse(created) as { data: { id: number } }).data.id;
    }
    const settings = { soak_s: 0, stop_after: null };
    await network.call(url, 'PATCH', `/v1/networks/${networkId}`, { configuration: settings });
    return network;
  }

  /** Gives the first SSID another name. @returns the name, and the duration in milliseconds */
  async edit(url: string): Promise<{ name: string; ms: number }> {
    this.edits += 1;
    const name = `Edit ${this.edits}`;
    const began = performance.now();
    await this.call(url, 'PUT', `/v1/network_ssids/${this.ssidId}`, { network_ssid: { ssid_name: name } });
    return { name, ms: performance.now() - began };
  }

  /** Counts what an edit sends to the database, by an API in this process. */
  async cost(): Promise<EditCost> {
    const api = await openBenchApi(monitored(this.database.uri));
    const { url, deps } = api.running;
    await this.edit(url);
    const commands: { readonly name: string; readonly records: number }[] = [];
    deps.mongo.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      commands.push(commandOf(commandName, command));
    });
    await this.edit(url);
    const sent = commands.filter(({ name }) => !/ (access_tokens|users)$/.test(name));
    await api.close();
    return {
      roundTrips: sent.map(({ name }) => name),
      records: sent.reduce((sum, { records }) => sum + records, 0),
    };
  }

  close(): void {
    this.agent.destroy();
  }

  private async call(
    url: string,
    method: 'POST' | 'PATCH' | 'PUT',
    path: string,
    body: object,
  ): Promise<string> {
    const { adminToken: token } = this.organisation;
    const { status, text } = await sendRequest(new URL(path, url), this.agent, { method, token, body });
    if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    return text;
  }
}

/** The collection of a command, and the records that it writes. */
function commandOf(name: string, command: Readonly<Record<string, unknown>>) {
  const length = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
  const records =
    length(command['updates']) + length(command['documents']) + Number(name === 'findAndModify');
  const collection = command[name];
  return { name: typeof collection === 'string' ? `${name} ${collection}` : name, records };
}
