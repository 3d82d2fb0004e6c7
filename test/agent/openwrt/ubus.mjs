/**
 * OpenWrt's ubus with netifd: after a reload the radios are up as they were for a second, then set up for four, and then
 * run what was configured, if hostapd accepts it: no SSID that is named "Refused". A radio of the file `failing` never is up.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MACHINE = process.env.AIRFLEET_TEST_MACHINE ?? '';
const SETUP_MS = 1000;
const UP_MS = 5000;
const now = Number(readFileSync(process.env.AIRFLEET_TEST_TIME ?? '', 'utf8'));
const file = join(MACHINE, 'netifd.json');
const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { at: 0, before: '', after: '' };
const failing = existsSync(join(MACHINE, 'failing'))
  ? readFileSync(join(MACHINE, 'failing'), 'utf8').trim()
  : '';

function radiosOf(text) {
  const radios = {};
  for (const part of text.split(/^config /m).slice(1)) {
    const [, type, section] = /^(\S+) '(.*)'/.exec(part) ?? [];
    const options = Object.fromEntries(
      [...part.matchAll(/^\toption (\S+) '(.*)'$/gm)].map(([, name, value]) => [
        name,
        value.replaceAll(`'\\''`, `'`),
      ]),
    );
    if (type === 'wifi-device') radios[section] = [];
    else if (type === 'wifi-iface') radios[options.device]?.push({ section, config: options });
  }
  return radios;
}

function status() {
  const since = now - state.at;
  const radios = radiosOf(since < SETUP_MS ? state.before : state.after);
  const isPending = since >= SETUP_MS && since < UP_MS;
  return Object.fromEntries(
    Object.entries(radios).map(([radio, interfaces]) => {
      const isRefused = radio === failing || interfaces.some(({ config }) => config.ssid === 'Refused');
      const isUp = !isPending && !isRefused;
      const shown = interfaces.map((one, index) => (isUp ? { ...one, ifname: `${radio}-ap${index}` } : one));
      return [
        radio,
        { up: isUp, pending: isPending, retry_setup_failed: !isPending && isRefused, interfaces: shown },
      ];
    }),
  );
}

const [, object = '', method] = process.argv.slice(2);
if (object === 'network' && method === 'reload') {
  const before = now - state.at < SETUP_MS ? state.before : state.after;
  const after = readFileSync(join(MACHINE, 'etc/wireless'), 'utf8');
  writeFileSync(file, JSON.stringify({ at: now, before, after }));
} else if (object === 'network.wireless') console.log(JSON.stringify(status()));
else if (object.startsWith('hostapd.') && existsSync(join(MACHINE, 'radar'))) {
  const left = Number(readFileSync(join(MACHINE, 'radar'), 'utf8')) - (now - state.at) / 1000;
  const dfs = { cac_seconds: 60, cac_active: left > 0, cac_seconds_left: Math.max(0, Math.round(left)) };
  console.log(JSON.stringify({ status: left > 0 ? 'DFS' : 'ENABLED', dfs }));
} else process.exit(4);
