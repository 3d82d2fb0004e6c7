import { observe } from '../../dev/run-loop.js';
import type { BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { makeSsid } from '../fixtures/records/ssid.js';
import { makeDomain, makeSso } from '../fixtures/records/sso.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';

/**
 * The paths of every screen, with records to show.
 * @param zone the time zone of the records that have one
 */
export async function everyScreen(service: BrowserService, zone = 'Europe/Berlin'): Promise<string[]> {
  const { api, org, network, part, tag } = service.fixture;
  const [device] = await makeDevices(api.deps, org, 3, () => ({ network, part, tags: [tag] }));
  const ssid = await makeSsid(api, service.fixture, { wpa_key: 'correct horse' }, network._id);
  const release = await makeRelease(api.deps, org, '5.0.0', [part._id], { isReleased: true });
  const place = { latitude: 53.5436, longitude: 9.9881, address: 'Landing Stage 4' };
  await service.fixture.call('PATCH', `/v1/networks/${network._id}`, { body: { time_zone: zone, ...place } });
  await eventually('a count of these devices', () => observe(api.deps));
  const { user: viewer } = await makeUserWithPassword(api, org, { role: 'viewer' });
  const body = { name: 'Seen by axe', targets: ['all'], time_zone: zone, start_at: `${tomorrow()}Z` };
  const rollout = (await service.fixture.call('POST', '/v1/rollouts', { body })).body as {
    data: { rollout: { id: number } };
  };
  const { id } = rollout.data.rollout;
  const hook = { url: 'https://hooks.example.test/fleet', types: ['rollout.paused'] };
  const webhook = (await service.fixture.call('POST', '/v1/webhooks', { body: hook })).body as {
    data: { webhook: { id: number } };
  };
  await makeSso(api.deps, org);
  const domain = `every-screen-${org}.example`;
  await makeDomain(api.deps, org, domain, { provenDomain: domain, provenBy: 'dns', provenAt: new Date() });
  return [
    '',
    '?range=30d',
    '/devices',
    '/devices/import',
    `/devices/${device?._id ?? 0}`,
    `/devices/${device?._id ?? 0}?tab=history`,
    `/devices/${device?._id ?? 0}?tab=configuration`,
    `/devices/${device?._id ?? 0}?tab=radios`,
    '/networks',
    `/networks/${network._id}`,
    `/networks/${network._id}?tab=settings`,
    `/networks/${network._id}?tab=configuration`,
    `/networks/${network._id}?tab=radios`,
    `/networks/${network._id}?tab=clients`,
    `/networks/${network._id}/ssids/${ssid}`,
    `/networks/${network._id}/ssids/new`,
    '/firmware',
    `/firmware/${release._id}`,
    '/firmware/new',
    '/rollouts',
    `/rollouts/${id}`,
    `/rollouts/${id}?tab=settings`,
    `/rollouts/${id}?tab=failures`,
    `/rollouts/${id}/history`,
    `/rollouts/${id}/start`,
    `/rollouts/${id}/edit`,
    '/rollouts/new',
    '/users',
    `/users/${viewer._id}`,
    '/tokens',
    '/radius',
    '/enrolment',
    '/enrolment?tab=tokens',
    '/webhooks',
    `/webhooks/${webhook.data.webhook.id}`,
    '/audit',
    '/settings',
    '/settings/single-sign-on',
  ];
}
