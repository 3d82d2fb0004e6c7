import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { linesOf, pskOf, RADIO_2G, RADIO_5G, RELOAD } from '../air/access-point-files.js';
import { Guest, HOST } from '../air/guest.js';

/**
 * Runs the agent as a device of the demo in a machine with simulated radios, beside a client that joins an SSID, and ends
 * with it. The folder gets the file of the first radio for hostapd, and `air`, what the radios and the client say.
 */
const [url = '', macId = '', keyFile = '', folder = '', ssid = '', passphrase = ''] = process.argv.slice(2);
/** The first four radios are the access point's. */
const CLIENT = 4;
const LOOK_EVERY_MS = 3000;
/** The agent waits up to an interval before its first heartbeat. */
const EARLY_HEARTBEATS = 2;

const RADIOS = { radio0: RADIO_2G, radio1: RADIO_5G };

async function configure(guest: Guest): Promise<void> {
  const { port } = new URL(url);
  const settings = {
    URL: `http://${HOST}:${port}`,
    ALLOW_HTTP: '1',
    MAC: macId,
    RELOAD,
  };
  const network = `network={\n  ssid="${ssid}"\n  scan_ssid=1\n  key_mgmt=WPA-PSK\n  psk=${pskOf(ssid, passphrase)}\n}\n`;
  await Promise.all([
    guest.write('/etc/airfleet/agent.conf', linesOf(settings)),
    guest.write('/etc/airfleet/key', await readFile(keyFile, 'utf8')),
    guest.write(`/run/client-${CLIENT}.conf`, `ctrl_interface=/run/wpa\n${network}`),
    ...Object.entries(RADIOS).map(([name, radio]) =>
      guest.write(`/etc/hostapd/${name}.radio`, linesOf(radio)),
    ),
  ]);
}

/** Copies what is in the machine to a file of the folder, as a whole. */
async function copy(guest: Guest, command: string, name: string): Promise<void> {
  const { output } = await guest.run(command);
  await writeFile(join(folder, `${name}.new`), output);
  await rename(join(folder, `${name}.new`), join(folder, name));
}

let guest: Guest | undefined;
let isStopping = false;

async function play(): Promise<void> {
  await mkdir(folder, { recursive: true });
  guest = await Guest.boot(process.env, (line) => process.stdout.write(`${line}\n`));
  await configure(guest);
  for (let sent = 0; sent < EARLY_HEARTBEATS; sent += 1)
    process.stdout.write((await guest.run('airfleet-agent once')).output);
  await guest.sh(`/usr/lib/airfleet-air/client.sh ${CLIENT}`);
  await guest.sh('airfleet-agent run > /run/agent.log 2>&1 &');
  for (;;) {
    await copy(guest, 'cat /etc/hostapd/radio0.conf', 'radio0.conf');
    await copy(guest, `iw dev; wpa_cli -p /run/wpa -i wlan${CLIENT} status`, 'air');
    await copy(guest, 'cat /run/agent.log', 'agent.log');
    await wait(LOOK_EVERY_MS);
  }
}

process.once('SIGTERM', () => {
  isStopping = true;
  void Promise.resolve(guest?.stop()).finally(() => process.exit());
});
play().catch((error: unknown) => {
  if (isStopping) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
