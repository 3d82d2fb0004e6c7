import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runMocha } from '../run-mocha.js';
import { namespaceOption } from './namespace-option.js';
import { installOpenwispPrograms } from './openwisp-programs.js';

/** In the repository. */
const FILES = 'openwisp-config/files';
const AGENT = `${FILES}/openwisp.agent`;
const USAGE = `usage: npm run conformance -- openwisp PATH, a checkout with ${AGENT}`;
const NO_NAMESPACES =
  'openwisp-config writes to /etc and /usr/sbin, so it runs in mount namespaces of its own: this needs root, or user ' +
  'namespaces, and the programs unshare, mount and chroot.';
const HOW = `openwisp.agent and the Lua programs of files/sbin run as they are, under BusyBox, Lua 5.1, curl and GNU tar of Debian.
In place of OpenWrt's: the init script, which only passes options; uci and its module for Lua; ubus, ifconfig, logger,
logread, hotplug-call and sysupgrade -r (test/openwisp/device). No radio and no network is reloaded: what counts is what
the agent asks and reports, and the files of /etc/config. The service, MongoDB and Redis are real, and the clock is that of
the machine.
`;

/** Runs a checkout of openwisp-config against the service. @returns the exit code */
export async function checkOpenwisp(path: string | undefined): Promise<number> {
  const fault = (text: string): number => {
    process.stderr.write(`${text}\n`);
    return 2;
  };
  if (path === undefined || !existsSync(join(path, AGENT))) return fault(USAGE);
  const option = namespaceOption();
  if (option === null) return fault(NO_NAMESPACES);
  const programs = await installOpenwispPrograms({
    env: process.env,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(HOW);
  return runMocha(
    [
      ...['--require', 'dist/test/fixtures/stack.js', '--timeout', '900000', '--slow', '900000', '--bail'],
      'dist/test/openwisp/real-agent/steps.js',
    ],
    {
      ...process.env,
      AIRFLEET_OPENWISP_FILES: resolve(path, FILES),
      AIRFLEET_OPENWISP_PROGRAMS: programs,
      AIRFLEET_OPENWISP_NAMESPACE: option,
    },
  );
}
