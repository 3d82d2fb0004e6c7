import { expect } from 'chai';
import type { RunningGateway } from '../../gateway/start-gateway.js';
import { eventually } from '../fixtures/eventually.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { makeSsid } from '../fixtures/records/ssid.js';
import { LivingDevice } from '../ucentral/gateway/living-device.js';
import type { UcentralSite } from '../ucentral/gateway/ucentral-site.js';

/** A device that has come as far as a step begins, and what the step is. */
export interface DeviceStep {
  readonly living: LivingDevice;
  /** Takes the step, and resolves when the record of the device is right. */
  take(): Promise<void>;
}

export type MakeStep = (site: UcentralSite, gateway: RunningGateway) => Promise<DeviceStep>;

const SSID = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };
const FREE_KB = 4711;

/** What a connected device is helped with by the gateway, from one durable state to the next. */
export const DEVICE_STEPS: Readonly<Record<string, MakeStep>> = {
  async 'connects and is configured'(site, gateway) {
    const living = await LivingDevice.make(site, await site.device());
    return {
      living,
      async take() {
        living.follow([gateway]);
        await runs(site, living, 0);
        await eventually('it is heard', async () => {
          const { deviceStates } = site.service.deps.mongo.models;
          const state = await deviceStates.findById(living.device._id).lean();
          return state?.firmwareVersion === living.firmware && state.configuration !== undefined;
        });
      },
    };
  },

  async 'is heard'(site, gateway) {
    const { living } = await connected(site, gateway);
    return {
      living,
      async take() {
        living.say(FREE_KB);
        await eventually('its state is stored', async () => {
          const { deviceStates } = site.service.deps.mongo.models;
          return (await deviceStates.findById(living.device._id).lean())?.memFreeKb === FREE_KB;
        });
      },
    };
  },

  async 'is configured anew'(site, gateway) {
    const { living, ssidId, uuid } = await connected(site, gateway);
    return {
      living,
      async take() {
        const body = { network_ssid: { ssid_name: 'Bar' } };
        // The store may take a moment to roll back what has failed in the gateway.
        await eventually('the SSID is changed', async () => {
          const { status } = await site.fixture.call('PUT', `/v1/network_ssids/${ssidId}`, { body });
          return status === 200;
        });
        await runs(site, living, uuid);
        await eventually('it is in_sync', async () => {
          const { body: shown } = await site.fixture.call(
            'GET',
            `/v1/devices/${living.device._id}/configuration`,
          );
          return (
            (shown as { data: { configuration: { state: string } } }).data.configuration.state === 'in_sync'
          );
        });
        const sent = living.commands.filter(({ method }) => method === 'configure').at(-1);
        expect(JSON.stringify(sent?.params)).to.contain('"Bar"');
      },
    };
  },

  async 'is upgraded'(site, gateway) {
    const { living } = await connected(site, gateway);
    return {
      living,
      async take() {
        const aps = [`AP:${living.device._id}`];
        await eventually('the upgrade is scheduled', async () => {
          const upgrade = { version: '1.10.0', upgrade_type: 'manual', aps };
          return (await site.fixture.post(upgrade)).status === 200;
        });
        await site.service.dispatch();
        await eventually('it has succeeded', async () => {
          return (await site.service.latest(living.device)).status === 'Success';
        });
        expect(await site.service.latest(living.device)).to.include({ attempts: 1 });
        expect(living.numbersOf('upgrade')).to.have.length(1);
      },
    };
  },
};

/** A device that runs the configuration of its network, whose only device it is. */
export async function connected(site: UcentralSite, gateway: RunningGateway) {
  const network = await makeNetwork(site.service.deps, site.fixture.org);
  const ssidId = await makeSsid(site.fixture.api, { admin: site.fixture.admin, network }, SSID);
  const living = await LivingDevice.make(site, await site.device({ network }));
  living.follow([gateway]);
  const uuid = await runs(site, living, 0);
  return { living, network, ssidId, uuid };
}

/** Waits until the device is known to run a later configuration than one. @returns its number */
export function runs(site: UcentralSite, { device }: LivingDevice, before: number): Promise<number> {
  return eventually('it runs its configuration', async () => {
    const { running = null, trial = null, restore = null } = (await site.recordOf(device)) ?? {};
    return running && running.uuid > before && !trial && !restore ? running.uuid : null;
  });
}
