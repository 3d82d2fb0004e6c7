import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runMocha } from '../run-mocha.js';
import { namespaceOption } from './namespace-option.js';

const PROGRAMS = [
  ...['sbin/ucentral', 'sbin/ubusd', 'bin/ubus', 'bin/uci', 'bin/ucode'],
  ...['fs', 'math', 'ubus', 'uci', 'uloop'].map((module) => `lib/ucode/${module}.so`),
];
const NEEDED = 'needs root, or user namespaces, and the programs unshare, mount, chroot and curl.';
const HOW = `TIP's client (wlan-ucentral-client), validator, renderer, commands and state (wlan-ucentral-schema) run as they are,
with ubusd, uci and ucode of OpenWrt, in a copy of this machine's root that ends with them. In place of a device's: what
nl80211 says of radios, interfaces and stations; procd; the objects system, service, state and network of the bus; sysupgrade
and reboot; the scripts of /etc/init.d, which do nothing (test/ucentral/vendor/device). The gateway, MongoDB and Redis are
real, and the clock is that of the machine. Their switch client is not driven.
`;

/**
 * Runs TIP's programs for access points against a gateway.
 * @param schema a checkout of wlan-ucentral-schema
 * @param programs the prefix under which wlan-ucentral-client, ubus, uci and ucode are installed with their libraries
 * @returns the exit code
 */
export async function driveUcentral(schema: string, programs: string): Promise<number> {
  const fault = (text: string): number => {
    process.stderr.write(`${text}\n`);
    return 2;
  };
  const missing = PROGRAMS.filter((name) => !existsSync(join(programs, name)));
  if (missing.length > 0) return fault(`${programs} lacks ${missing.join(', ')}`);
  const option = namespaceOption();
  if (option === null) return fault(`A device ${NEEDED}`);
  process.stdout.write(HOW);
  return runMocha(
    [
      ...['--require', 'dist/test/fixtures/stack.js', '--timeout', '900000', '--slow', '900000'],
      'dist/test/ucentral/vendor/steps.js',
    ],
    {
      ...process.env,
      AIRFLEET_UCENTRAL_SCHEMA: resolve(schema),
      AIRFLEET_UCENTRAL_PROGRAMS: resolve(programs),
      AIRFLEET_UCENTRAL_NAMESPACE: option,
    },
  );
}
