import type { Guest } from '../../dev/air/guest.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import {
  makeRadiusServer,
  RADIUS_SECRET,
  type ShownRadiusServer,
} from '../fixtures/records/radius-server.js';
import type { Network } from './client.js';

/** The password of each user of the site's RADIUS server. */
const PASSWORD = 'correct horse';

const CERTIFICATES = '/usr/lib/airfleet-air/radius';

/** How a client proves who it is, and which certificate authority it trusts. */
export interface Identity {
  readonly user?: string;
  readonly password?: string;
  /** The name of the files of its certificate. */
  readonly certificate?: string;
  readonly authority?: string;
}

/** Starts the RADIUS server of the site, again if it runs. */
export async function startRadius(guest: Guest, secret = RADIUS_SECRET): Promise<void> {
  await guest.sh(`/usr/lib/airfleet-air/radius.sh '${secret}'`);
}

/** The server as the API knows it. */
export function siteServer(fixture: UpgradeFixture): Promise<ShownRadiusServer> {
  return makeRadiusServer(fixture, { host: '192.0.2.1', nas_identifier: 'lobby' });
}

/** A network that takes a user's password inside of PEAP. */
export function peap(ssid: string, identity: Identity = {}): Network {
  const { user = 'guest', password = PASSWORD, authority = 'ca' } = identity;
  return {
    ...eap(ssid, user, authority),
    eap: 'PEAP',
    password: `"${password}"`,
    phase2: '"auth=MSCHAPV2"',
  };
}

/** A network that takes a user's certificate. */
export function tls(ssid: string, identity: Identity = {}): Network {
  const { user = 'staff', certificate = 'client', authority = 'ca' } = identity;
  return {
    ...eap(ssid, user, authority),
    eap: 'TLS',
    client_cert: `"${CERTIFICATES}/${certificate}.pem"`,
    private_key: `"${CERTIFICATES}/${certificate}.key"`,
  };
}

function eap(ssid: string, user: string, authority: string): Network {
  return {
    ssid: `"${ssid}"`,
    key_mgmt: 'WPA-EAP',
    identity: `"${user}"`,
    ca_cert: `"${CERTIFICATES}/${authority}.pem"`,
  };
}
