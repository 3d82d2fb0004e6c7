import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * What the guest needs of the kernel's modules. Those that it loads last come last. Without the ciphers hostapd can add
 * no keys; `nf_tables` asks for crc32c by its name, not as a dependency.
 */
const WANTED = [
  ...['virtio_pci', 'virtio_console', 'virtio_net'],
  ...['ghash_generic', 'cryptd', 'ctr', 'ccm', 'cmac', 'gcm', 'crc32c_generic'],
  ...['bridge', '8021q', 'veth', 'nf_tables', 'nft_chain_nat', 'nft_masq', 'nft_ct', 'nft_redir'],
  ...['nft_meta_bridge', 'nft_limit', 'sch_tbf', 'sch_ingress', 'cls_matchall', 'act_police'],
  'mac80211_hwsim',
];

const nameOf = (file: string): string => basename(file, '.ko').replaceAll('-', '_');

/** The files of the wanted modules and of those that they depend on, each after its own dependencies. */
export async function moduleFiles(root: string): Promise<string[]> {
  const [release] = await readdir(join(root, 'lib/modules'));
  const folder = join('lib/modules', release ?? '', 'kernel');
  const names = await readdir(join(root, folder), { recursive: true });
  const files = new Map(
    names.filter((name) => name.endsWith('.ko')).map((name) => [nameOf(name), join(folder, name)]),
  );
  const found = new Set<string>();
  const add = async (name: string): Promise<void> => {
    const file = files.get(name);
    // Otherwise it is part of the kernel.
    if (file === undefined || found.has(file)) return;
    for (const needed of dependencies(await readFile(join(root, file)))) await add(needed);
    found.add(file);
  };
  for (const name of WANTED) await add(name);
  return [...found];
}

/** The module's own list of what it depends on. */
function dependencies(module: Buffer): string[] {
  const begin = module.indexOf('\0depends=') + '\0depends='.length;
  const list = module.toString('latin1', begin, module.indexOf('\0', begin));
  return list
    .split(',')
    .filter((name) => name !== '')
    .map((name) => name.replaceAll('-', '_'));
}
