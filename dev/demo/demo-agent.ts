import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findAgentTools } from '../checks/agent-tools.js';
import { AGENT_DEVICE_ID } from './demo-devices.js';
import { AGENT_SSID_ID, demoFleet } from './demo-fleet.js';
import { STAFF_KEY } from './demo-organisations.js';

export interface DemoAgent {
  readonly macId: string;
  /** The script that runs the agent, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  /** What hostapd runs, or would run. */
  readonly conf: string;
  /** What radios and clients say, if there are any. */
  readonly air?: string;
}

const PROGRAMS = ['curl', 'jq', 'hostapd'] as const;

const RADIOS = {
  radio0: 'interface=wlan0\ndriver=nl80211\ncountry_code=DE\nhw_mode=g\nchannel=6\n',
  radio1: 'interface=wlan1\ndriver=nl80211\ncountry_code=DE\nhw_mode=a\nchannel=36\n',
};

/**
 * Writes the settings of the agent that plays a device of the demo, with the hostapd backend and without radios. The
 * folder keeps its state between starts. Undefined when the machine lacks a program; then the simulator plays the device.
 */
export async function prepareDemoAgent(
  folder: string,
  dist: string,
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<DemoAgent | undefined> {
  const path = await findAgentTools(PROGRAMS, env);
  const found = agentDevice();
  if (path === undefined || found === undefined) return undefined;
  const { device, key } = found;
  const radios = join(folder, 'radios');
  await mkdir(radios, { recursive: true });
  const settings = {
    URL: url,
    MAC: device.mac_id,
    KEY_FILE: join(folder, 'key'),
    STATE_DIR: join(folder, 'state'),
    RADIOS_DIR: radios,
    RELOAD: ':',
    ALLOW_HTTP: '1',
    FIRMWARE_VERSION_FILE: join(folder, 'firmware-version'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, 'agent.conf'), lines.join(''));
  await writeFile(settings.KEY_FILE, `${key}\n`, { mode: 0o600 });
  await writeFile(settings.FIRMWARE_VERSION_FILE, `${device.firmware_version}\n`);
  for (const [name, content] of Object.entries(RADIOS))
    await writeFile(join(radios, `${name}.radio`), content);
  const agent = resolve(dist, '../agent');
  return {
    macId: device.mac_id,
    command: [
      join(dist, 'dev/demo/agent-process.js'),
      join(agent, 'airfleet-agent'),
      ...['-c', join(folder, 'agent.conf')],
    ],
    env: { PATH: path, AIRFLEET_LIB: agent },
    conf: join(radios, 'radio0.conf'),
  };
}

/** As `prepareDemoAgent`, in a machine with simulated radios, which is emulated and has no state between starts. */
export async function prepareRadioAgent(
  folder: string,
  dist: string,
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<DemoAgent | undefined> {
  const found = agentDevice();
  if (found === undefined) return undefined;
  const { device, key, ssid } = found;
  const keyFile = join(folder, 'key');
  await mkdir(folder, { recursive: true });
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  const command = [join(dist, 'dev/demo/radio-process.js'), url, device.mac_id, keyFile, folder] as const;
  return {
    macId: device.mac_id,
    command: [...command, ssid.ssid_name, STAFF_KEY],
    env,
    conf: join(folder, 'radio0.conf'),
    air: join(folder, 'air'),
  };
}

/** The device that the agent plays, its key, and an SSID that a client joins. */
function agentDevice() {
  const { devices, master_inventory, network_ssids } = demoFleet();
  const device = devices.find(({ id }) => id === AGENT_DEVICE_ID);
  const key = master_inventory.find(({ mac_id }) => mac_id === device?.mac_id)?.device_key;
  const ssid = network_ssids.find(({ id }) => id === AGENT_SSID_ID);
  return device === undefined || key === undefined || ssid === undefined ? undefined : { device, key, ssid };
}
