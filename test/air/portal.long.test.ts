import { expect } from 'chai';
import { AccessPoint } from './access-point.js';
import { Client, type Network } from './client.js';

const OPEN = { security_mode: '0', wpa_key: null };
const open = (ssid: string): Network => ({ ssid: `"${ssid}"`, key_mgmt: 'NONE' });
const ROUTER = {
  ssid_mode: '1',
  ip_address: '10.9.8.1',
  subnet_mask: '255.255.255.0',
  dhcp_relay_server: '2',
  dhcp_range_start: '10.9.8.100',
  dhcp_range_end: '10.9.8.200',
};
const PAGE = 'http://10.9.8.1:8006/';
/** Addresses of the site, which all show the same text. */
const GARDEN = 'http://198.51.100.1/';
const NAMED = 'http://site.example/';
const OUTSIDE = 'http://203.0.113.1/any/path?x=y';

describe('on the air, an SSID with a portal', () => {
  let point: AccessPoint;
  let guest: Client;
  let other: Client;

  before(async () => {
    point = await AccessPoint.open();
    const site =
      '/usr/lib/airfleet-air/stop.sh /run/web.pid; mkdir -p /run/web && echo the site > /run/web/index.html';
    await point.guest.sh(
      `${site} && ip netns exec site sh -c 'busybox httpd -f -p 80 -h /run/web & echo $! > /run/web.pid'`,
    );
    const portal = {
      captive_portal: '1',
      wallgarden: true,
      walled_garden_range: '198.51.100.1, site.example',
    };
    const success = { overwrite_success_url: true, success_url: GARDEN };
    await point.addSsid({ ...OPEN, ...ROUTER, ...portal, ...success, ssid_name: 'Guests <b>' });
    await point.apply();
    guest = new Client(point.guest, 0);
    other = new Client(point.guest, 1);
    for (const client of [guest, other]) {
      await client.join(open('Guests <b>'));
      await client.takeLease();
    }
  });
  after(() => point.close());

  /** The status, the address that the answer leads to, and the end of the text. */
  async function get(client: Client, url: string, options = ''): Promise<string> {
    const format = '-w " %{http_code} %{redirect_url}"';
    return (
      await client.run(
        `curl -s -m 20 --retry 5 --retry-connrefused --retry-delay 1 ${format} ${options} '${url}'`,
      )
    ).output;
  }

  it('leads the requests of a client to its page, whatever they are for', async () => {
    expect(await get(guest, OUTSIDE)).to.equal(` 302 ${PAGE}`);
    const page = await get(guest, PAGE);
    expect(page)
      .to.contain('<h1>Guests &lt;b&gt;</h1><form method="post"')
      .and.match(/ 200 $/);
  });

  it('lets a client reach the walled garden by address and by name, and nothing else', async () => {
    expect(await get(guest, GARDEN)).to.match(/^the site/);
    expect(await get(guest, NAMED)).to.match(/^the site/);
    expect(await guest.pings('203.0.113.1', 2)).not.to.equal(0);
  });

  it('takes no command from a request', async () => {
    const command = '$(touch${IFS}/run/owned);`touch${IFS}/run/owned`|touch${IFS}/run/owned';
    for (const options of ['', `-A '${command}' -H 'Host: ${command}'`, `-d '${command}' -X GET`])
      await get(guest, `${PAGE}cgi-bin/index.cgi?${encodeURIComponent(command)}`, options);
    expect((await point.guest.run('test -e /run/owned')).code).to.equal(1);
    expect(await get(guest, OUTSIDE)).to.match(/^ 302 /);
  });

  it('lets a client that has sent the form reach everything, and the other one not', async () => {
    expect(await get(guest, `${PAGE}cgi-bin/index.cgi`, '-d agree=yes')).to.match(
      new RegExp(` 302 ${GARDEN}$`),
    );
    expect(await get(guest, 'http://203.0.113.1/')).to.match(/^the site/);
    await guest.reaches('203.0.113.1');
    expect(await get(other, OUTSIDE)).to.equal(` 302 ${PAGE}`);
    expect(await other.pings('203.0.113.1', 2)).not.to.equal(0);
  });

  it('knows who has agreed after an edit', async () => {
    await point.addSsid({ ...OPEN, ssid_name: 'Later' });
    await point.apply();
    await guest.joined();
    await guest.reaches('203.0.113.1');
    expect(await other.pings('203.0.113.1', 2)).not.to.equal(0);
  });

  it('is left out when it is bridged', async () => {
    await point.addSsid({ ...OPEN, ssid_name: 'Bridged', captive_portal: '1' });
    await point.apply();
    await point.once();
    expect(point.leftOut()).to.have.length(1);
    expect(point.leftOut()[0]).to.include({ feature: 'portal' });
  });
});
