/**
 * The init scripts of OpenWrt that the agent calls. dnsmasq serves the pools whose interface has an address when it reads its
 * configuration; the firewall has the zones of its own.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interfaceStatus, MACHINE, textOf } from './netifd.mjs';
import { ofType, read } from './sections.mjs';

const [service = ''] = process.argv.slice(2);
appendFileSync(join(MACHINE, 'reloads'), `${service}\n`);
if (service === textOf('broken')) process.exit(1);
const sections = read(join(MACHINE, 'etc', { dnsmasq: 'dhcp' }[service] ?? service));

if (service === 'firewall') {
  const zones = ofType(sections, 'zone').map(([, options]) => options.get('name'));
  writeFileSync(join(MACHINE, 'zones'), zones.map((zone) => `input_${zone}\n`).join(''));
} else if (service === 'dnsmasq') {
  const pools = ofType(sections, 'dhcp').filter(([, options]) => {
    const status = interfaceStatus(options.get('interface') ?? '');
    return status?.proto === 'static' && status.up;
  });
  const lines = pools.map(
    ([, options]) =>
      `dhcp-range=set:${options.get('interface')},${options.get('start')},${options.get('limit')}\n`,
  );
  writeFileSync(join(MACHINE, 'dnsmasq/dnsmasq.conf'), lines.join(''));
}
