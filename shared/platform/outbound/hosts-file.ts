import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** A changed file counts after this time. */
const READ_EVERY_MS = 5000;

/** The names of the system's file of hosts. */
export function createHostsFile(path: string) {
  let read: { readonly names: Promise<ReadonlyMap<string, LookupAddress[]>>; readonly at: number } | null =
    null;
  return {
    /** None for a name that the file does not have. */
    async addressesOf(name: string): Promise<readonly LookupAddress[]> {
      const now = performance.now();
      // A file that cannot be read has no names.
      if (read === null || now - read.at > READ_EVERY_MS)
        read = { names: readFile(path, 'utf8').then(parseHosts, () => new Map()), at: now };
      return (await read.names).get(name) ?? [];
    },
  };
}

/** The addresses of each name in the format of /etc/hosts. */
function parseHosts(text: string): ReadonlyMap<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases) {
      const name = alias.replace(/\.$/, '').toLowerCase();
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
