import type { DemoAgent } from './demo-agent.js';
import { AGENT_DEVICE_ID } from './demo-devices.js';
import { AGENT_NETWORK_ID, AGENT_SSID_ID } from './demo-fleet.js';
import { DEMO_PASSWORD, OPERATOR_EMAIL, SUPER_ADMIN_EMAIL } from './demo-organisations.js';

interface BannerContent {
  readonly url: string;
  readonly workerUrl: string;
  readonly gatewayUrl: string;
  readonly token: string;
  /** Where alerts that are mailed can be read; null when another server sends them. */
  readonly mailFolder: string | null;
  /** When the demo's upgrade begins; null when an earlier start scheduled it. */
  readonly upgradeAt: Date | null;
  readonly startedInMs: number;
  /** The files of the agent; null when the simulator plays its device. */
  readonly agent: Pick<DemoAgent, 'conf' | 'air'> | null;
}

/** The text that the demo prints once it is up: addresses, credentials and an example request. */
export function banner({
  url,
  workerUrl,
  gatewayUrl,
  token,
  mailFolder,
  upgradeAt,
  startedInMs,
  agent,
}: BannerContent): string {
  const seconds = (startedInMs / 1000).toFixed(1);
  const upgrade =
    upgradeAt === null
      ? 'The data of the last start is there again.'
      : `At ${upgradeAt.toTimeString().slice(0, 8)} the devices with the tag wave-1 are upgraded to the latest firmware; some of them are made to fail.`;
  const mailLine = mailFolder === null ? '' : `\n  Mailbox         ${mailFolder}   (alerts by e-mail)`;
  return `
airfleet is up (${seconds} s).

  Console         ${url}/console
  API             ${url}
  API document    ${url}/docs
  Upgrades page   ${url}/upgrades
  Queue board     ${url}/admin/queues
  Worker          ${workerUrl}/readyz
  Gateway         ${gatewayUrl}/readyz   (four devices speak uCentral to it)${mailLine}

  Sign in as      ${SUPER_ADMIN_EMAIL}   password ${DEMO_PASSWORD}
                  (admin@, operator@, viewer@ and harbour@hotels.example have the same password)
  Queue board as  ${OPERATOR_EMAIL}   password ${DEMO_PASSWORD}
  Access token    ${token}

  Try             curl -s -H 'Authorization: Bearer ${token}' '${url}/v1/access_points/list_inventory?per_page=3'

${upgrade}
${configurationLines(url, token, agent)}
Ctrl-C stops everything and keeps the data.
`;
}

/** The limit of clients of the first edit. */
const MAX_CLIENTS = 40;

/** Two SSID edits to paste, and where to see what becomes of them: one that devices apply, one that is held. */
function configurationLines(url: string, token: string, agent: BannerContent['agent']): string {
  if (agent === null)
    return 'The agent of agent/ needs curl, jq and hostapd; without them device 162 is simulated like the others.';
  const edit = (network_ssid: object): string => {
    const body = JSON.stringify({ network_ssid });
    const request = `curl -s -X PUT -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`;
    return `${request} ${url}/v1/network_ssids/${AGENT_SSID_ID}`;
  };
  const air =
    agent.air === undefined
      ? ''
      : `
Its machine has simulated radios and starts within a minute. What they and a client of the staff SSID say:

  cat ${agent.air}
`;
  return `The agent of agent/ plays device ${AGENT_DEVICE_ID}. Allow ${MAX_CLIENTS} clients on its staff SSID, and see its file for hostapd follow, then the other devices:

  ${edit({ max_association: MAX_CLIENTS })}
  grep max_num_sta ${agent.conf}
${air}
Then give it a captive portal, which no device of the network can do: each would take the SSID off the air. The change is held, and only canaries run it; Undo is in the console:

  ${edit({ captive_portal: '1' })}
  ${url}/console/networks/${AGENT_NETWORK_ID}?tab=configuration
`;
}
