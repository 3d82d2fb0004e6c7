import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { KeyedLimiter } from '../keyed-limiter.js';
import { createHostsFile } from './hosts-file.js';
import { LOOKUP_TIMEOUT_MS, LOOKUP_TRIES, NO_RECORD } from './name-servers.js';

/** How many lookups of an organisation run at once; its others wait for them. */
export const LOOKUPS_PER_ORGANISATION = 4;

export type HostResolver = ReturnType<typeof createHostResolver>;

export interface ResolverSettings {
  /** Of one request to one name server; the second one waits for twice as long. */
  readonly timeoutMs?: number;
  /** Those of the system, unless a test has its own. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves the hosts that organisations name, of webhooks and of identity providers, with requests to the name servers of the
 * system, so that a lookup holds no thread: those of getaddrinfo are few, and one silent name server would hold them all.
 */
export function createHostResolver({
  timeoutMs = LOOKUP_TIMEOUT_MS,
  servers,
  hostsFile = '/etc/hosts',
}: ResolverSettings = {}) {
  const hosts = createHostsFile(hostsFile);
  const limit = new KeyedLimiter<number>({
    maxRunning: Infinity,
    maxRunningPerKey: LOOKUPS_PER_ORGANISATION,
  });

  async function lookUp(host: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    signal.throwIfAborted();
    const name = host.replace(/\.$/, '').toLowerCase();
    const listed = await hosts.addressesOf(name);
    if (listed.length > 0) return listed;
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
    const resolver = new Resolver({ timeout: timeoutMs, tries: LOOKUP_TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = (): void => {
      resolver.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      return await ask(resolver, name);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  return {
    /**
     * All addresses of a host, those of the hosts file first.
     * @param signal cancels the lookup
     * @throws Error with the code ENOTFOUND when it has none, EAI_AGAIN when the name servers do not answer
     */
    addressesOf: (
      organisationId: number,
      host: string,
      signal: AbortSignal,
    ): Promise<readonly LookupAddress[]> => limit.run(organisationId, () => lookUp(host, signal)),
  };
}

async function ask(resolver: Resolver, name: string): Promise<readonly LookupAddress[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as NodeJS.ErrnoException).code : 'ENODATA',
  );
  const code = codes.every((each) => NO_RECORD.has(each ?? '')) ? 'ENOTFOUND' : 'EAI_AGAIN';
  throw Object.assign(new Error(`The host has no address: ${codes.join(', ')}`), { code });
}
