import { expect } from 'chai';
import { EditedNetwork } from '../configuration/http/edited-network.js';
import { eventually } from '../fixtures/eventually.js';
import type { TestDevice } from '../fixtures/records/device.js';
import type { TestService } from '../fixtures/records/test-service.js';
import { OpenwispAgent, RADIOS } from './openwisp-agent.js';

/** What GET /v1/devices/:id/configuration shows. */
export interface ShownConfiguration {
  readonly state: string;
  readonly reason: string | null;
  readonly report: {
    readonly agent: string;
    readonly error: { readonly code: string } | null;
    readonly left_out: readonly object[];
  } | null;
}

/** A device with openwisp-config, and what the service has of it. */
export interface AgentDevice {
  readonly device: TestDevice;
  readonly agent: OpenwispAgent;
}

/** A network with the SSID of an edited network, whose devices speak OpenWISP's protocol. */
export class AgentNetwork {
  private constructor(readonly edited: EditedNetwork) {}

  static async open(service: TestService): Promise<AgentNetwork> {
    const network = new AgentNetwork(await EditedNetwork.open(service, 0));
    await network.setRadios();
    return network;
  }

  get service(): TestService {
    return this.edited.service;
  }

  /** Names the radios of the hardware part; none without radios. */
  async setRadios(radios = RADIOS): Promise<void> {
    const { hardwareParts } = this.service.deps.mongo.models;
    await hardwareParts.updateOne({ _id: this.edited.fixture.part._id }, { $set: { radios } });
  }

  async device(): Promise<AgentDevice> {
    const { fixture } = this.edited;
    const device = await fixture.device({ network: fixture.network });
    return { device, agent: new OpenwispAgent(this.service.api, device.macId, device.deviceKey) };
  }

  /** Edits the SSID. Heartbeats know of it within about a second. */
  async edit(fields: object): Promise<void> {
    await this.edited.edit(fields);
    const { _id: id, seq } = await this.edited.record();
    const { knownSequences } = this.service.deps;
    await eventually('the edit is known', () => knownSequences.network(id)?.seq === seq);
  }

  async shown({ device }: AgentDevice): Promise<ShownConfiguration> {
    const reply = await this.edited.fixture.call('GET', `/v1/devices/${device._id}/configuration`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: ShownConfiguration } }).data.configuration;
  }

  async retry({ device }: AgentDevice): Promise<void> {
    const reply = await this.edited.fixture.call('POST', `/v1/devices/${device._id}/configuration/retry`);
    expect(reply.body, reply.text).to.deep.include({ data: { retried: true } });
  }
}
