import { OpenwispAgent } from '../openwisp/openwisp-agent.js';
import type { InjectedRow } from './injected-row.js';
import type { InjectedService } from './injected-service.js';

/** A device, and what its agent sends with every request. */
async function agentOf({ setUp, home }: InjectedService) {
  const { macId, deviceKey } = await home.device();
  const agent = new OpenwispAgent(setUp, macId, deviceKey);
  return { agent, input: { uuid: agent.uuid, key: deviceKey } };
}

/** The operations of devices with openwisp-config. */
export const OPENWISP_ROWS: readonly InjectedRow[] = [
  {
    operation: 'openwisp_register',
    by: 'the model of a hardware part',
    request: async ({ home }) => ({ input: await home.registration() }),
  },
  {
    operation: 'openwisp_checksum',
    by: 'the key of a new device',
    request: async (service) => ({ input: (await agentOf(service)).input }),
  },
  {
    operation: 'openwisp_download_config',
    by: 'the key of a device with an offer',
    async request(service) {
      const { agent, input } = await agentOf(service);
      await agent.told();
      return { input };
    },
  },
  {
    operation: 'openwisp_report_status',
    by: 'the key of a device that has downloaded an offer',
    async request(service) {
      const { agent, input } = await agentOf(service);
      await agent.told();
      await agent.download();
      return { input: { ...input, status: 'applied' } };
    },
  },
  {
    operation: 'openwisp_update_info',
    by: 'the key of a device that runs another version',
    async request(service) {
      const { agent, input } = await agentOf(service);
      await agent.told();
      return { input: { ...input, os: 'OpenWrt 23.05.3' } };
    },
  },
];
