import { DEMO_PASSWORD, OPERATOR_EMAIL, SUPER_ADMIN_EMAIL } from './demo-organisations.js';

interface BannerContent {
  readonly url: string;
  readonly workerUrl: string;
  readonly token: string;
  /** When the demo's upgrade begins; null when an earlier start scheduled it. */
  readonly upgradeAt: Date | null;
  readonly startedInMs: number;
}

/** The text that the demo prints once it is up: addresses, credentials and an example request. */
export function banner({ url, workerUrl, token, upgradeAt, startedInMs }: BannerContent): string {
  const seconds = (startedInMs / 1000).toFixed(1);
  const upgrade =
    upgradeAt === null
      ? 'The data of the last start is there again.'
      : `At ${upgradeAt.toTimeString().slice(0, 8)} the devices with the tag wave-1 are upgraded to the latest firmware; some of them are made to fail.`;
  return `
airfleet is up (${seconds} s).

  API             ${url}
  API document    ${url}/docs
  Upgrades page   ${url}/upgrades
  Queue board     ${url}/admin/queues
  Worker          ${workerUrl}/readyz

  Sign in as      ${SUPER_ADMIN_EMAIL}   password ${DEMO_PASSWORD}
                  (admin@, operator@, viewer@ and harbour@hotels.example have the same password)
  Queue board as  ${OPERATOR_EMAIL}   password ${DEMO_PASSWORD}
  Access token    ${token}

  Try             curl -s -H 'Authorization: Bearer ${token}' '${url}/v1/access_points/list_inventory?per_page=3'

${upgrade}
Ctrl-C stops everything and keeps the data.
`;
}
