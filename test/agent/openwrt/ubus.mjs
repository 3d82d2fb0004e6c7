/** OpenWrt's ubus with the objects of netifd, hostapd, procd and, with the file `iwinfo.json`, rpcd's iwinfo. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { interfaceStatus, MACHINE, now, reload, reloadedAt, textOf, wirelessStatus } from './netifd.mjs';

function answer(value) {
  if (value === undefined) process.exit(4);
  console.log(JSON.stringify(value, null, '\t'));
}

function hostapdStatus() {
  if (!existsSync(join(MACHINE, 'radar'))) return undefined;
  const left = Number(textOf('radar')) - (now - reloadedAt) / 1000;
  const dfs = { cac_seconds: 60, cac_active: left > 0, cac_seconds_left: Math.max(0, Math.round(left)) };
  return { status: left > 0 ? 'DFS' : 'ENABLED', dfs };
}

const [, object = '', method = '', message = '{}'] = process.argv.slice(2);
const name = object.replace(/^network\.interface\./, '');
if (object === 'network' && method === 'reload') reload();
else if (object === 'network.wireless') answer(wirelessStatus());
else if (name !== object) answer(interfaceStatus(name));
else if (object === 'iwinfo')
  answer(JSON.parse(textOf('iwinfo.json') || '{}')[JSON.parse(message).device]?.[method]);
else if (object === 'service')
  answer({
    dnsmasq: { instances: { cfg01411c: { running: existsSync(join(MACHINE, 'dnsmasq/dnsmasq.conf')) } } },
  });
else answer(hostapdStatus());
