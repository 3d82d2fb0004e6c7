import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { runProgram } from '../../stand-in/processes/run-program.js';
import { archiveOf } from './archive.js';
import { FileList } from './file-list.js';
import { moduleFiles } from './kernel-modules.js';

const LIBRARIES = 'usr/lib/x86_64-linux-gnu';
const RADIUS = 'usr/lib/freeradius';
const DICTIONARIES = 'usr/share/freeradius';
const LOADER = 'ld-linux-x86-64.so.2';
const PROGRAMS = [
  ...['usr/bin/dash', 'usr/bin/busybox', 'usr/bin/jq', 'usr/bin/curl', 'usr/bin/ip', 'usr/sbin/iw'],
  ...['usr/sbin/hostapd', 'usr/sbin/hostapd_cli', 'usr/sbin/wpa_supplicant', 'usr/sbin/wpa_cli'],
  ...['usr/sbin/nft', 'usr/sbin/tc', 'usr/sbin/dnsmasq', 'usr/sbin/freeradius'],
  // What the RADIUS server loads while it runs.
  ...['eap', 'eap_mschapv2', 'eap_peap', 'eap_tls', 'linelog', 'mschap'].map(
    (name) => `${RADIUS}/rlm_${name}.so`,
  ),
];
/** The attributes of RADIUS that the server knows. It takes seconds to read those of all vendors. */
const ATTRIBUTES = [
  ...['rfc2865', 'rfc2866', 'rfc2867', 'rfc2868', 'rfc2869', 'rfc3162', 'rfc3580', 'rfc5580'],
  ...['microsoft', 'freeradius', 'freeradius.internal'],
].map((name) => `dictionary.${name}`);
/**
 * Files that no program names as its library: the ciphers of TKIP and MS-CHAP, and the rules of each country's radios.
 */
const OTHERS = {
  ...Object.fromEntries(ATTRIBUTES.map((name) => [`${DICTIONARIES}/${name}`, `${DICTIONARIES}/${name}`])),
  [`${LIBRARIES}/ossl-modules/legacy.so`]: `${LIBRARIES}/ossl-modules/legacy.so`,
  'usr/lib/firmware/regulatory.db-debian': 'usr/lib/firmware/regulatory.db',
  'usr/lib/firmware/regulatory.db.p7s-debian': 'usr/lib/firmware/regulatory.db.p7s',
};
const FOLDERS = ['dev', 'etc/airfleet', 'etc/hostapd', 'proc', 'root', 'run', 'sys', 'tmp', 'var/lib/misc'];

/** The kernel, and the file system with which it starts. */
export interface Image {
  readonly kernel: string;
  readonly base: Buffer;
}

/** The image of the unpacked packages. It is built once for each list of its files and kept beside them. */
export async function imageOf(root: string, env: NodeJS.ProcessEnv): Promise<Image> {
  const kernels = (await readdir(join(root, 'boot'))).filter((name) => name.startsWith('vmlinuz-'));
  const modules = await moduleFiles(root);
  const content = JSON.stringify([PROGRAMS, OTHERS, FOLDERS, modules]);
  const path = join(root, 'airfleet', `${createHash('sha256').update(content).digest('hex')}.cpio`);
  const isBuilt = await access(path).then(
    () => true,
    () => false,
  );
  if (!isBuilt) {
    await mkdir(join(root, 'airfleet'), { recursive: true });
    // Others may build it at the same time.
    await writeFile(`${path}.${process.pid}`, archiveOf((await baseFiles(root, modules, env)).entries));
    await rename(`${path}.${process.pid}`, path);
  }
  return { kernel: join(root, 'boot', kernels[0] ?? ''), base: await readFile(path) };
}

async function baseFiles(
  root: string,
  modules: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<FileList> {
  const files = new FileList();
  for (const folder of FOLDERS) files.folder(folder);
  for (const folder of ['bin', 'lib', 'lib64', 'sbin']) {
    files.folder(`usr/${folder}`);
    files.link(`usr/${folder}`, folder);
  }
  files.link('dash', 'usr/bin/sh');
  files.link('/run', 'var/run');
  files.text('etc/passwd', 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n');
  files.text('etc/group', 'root:x:0:\nnogroup:x:65534:\n');
  for (const program of PROGRAMS) await files.copyContent(join(root, program), program);
  await files.copyContent(join(root, LIBRARIES, LOADER), `usr/lib64/${LOADER}`);
  for (const library of await libraries(root, env)) await files.copyContent(join(root, library), library);
  for (const [from, to] of Object.entries(OTHERS)) await files.copyContent(join(root, from), to);
  files.text(`${DICTIONARIES}/dictionary`, ATTRIBUTES.map((name) => `$INCLUDE ${name}\n`).join(''));
  for (const module of modules)
    await files.copyContent(join(root, module), module.replace(/^lib/, 'usr/lib'));
  files.text('usr/lib/modules/order', modules.map((module) => `/${module}\n`).join(''));
  return files;
}

/** The libraries that the programs need, and those that these need, as paths below the root. */
async function libraries(root: string, env: NodeJS.ProcessEnv): Promise<Set<string>> {
  const folder = join(root, LIBRARIES);
  const folders = `${folder}:${join(root, RADIUS)}`;
  const found = new Set<string>();
  for (const program of PROGRAMS.filter((name) => !name.endsWith('busybox'))) {
    const args = ['--library-path', folders, '--list', join(root, program)];
    const listed = await runProgram(join(folder, LOADER), args, { env });
    for (const [, path = ''] of listed.matchAll(/^\s[^\s/]+ => (\/\S+)/gm)) found.add(relative(root, path));
  }
  return found;
}

/** What this checkout adds to the image: its agent, and the scripts of the guest. */
export async function checkoutFiles(): Promise<Buffer> {
  const files = new FileList();
  const agent = resolve('agent');
  await files.copy(join(agent, 'airfleet-agent'), 'usr/sbin/airfleet-agent');
  for (const folder of ['lib', 'backends'])
    await files.copy(join(agent, folder), `usr/lib/airfleet-agent/${folder}`);
  await files.copy(resolve('dev/air/guest'), 'usr/lib/airfleet-air');
  files.link('usr/lib/airfleet-air/init.sh', 'init');
  return archiveOf(files.entries);
}
