import { Resolver } from 'node:dns/promises';
import { LOOKUP_TIMEOUT_MS, LOOKUP_TRIES, NO_RECORD } from './name-servers.js';

export type TextResolver = ReturnType<typeof createTextResolver>;

/** Looks up TXT records. @param servers the name servers with their ports; null for those of the system */
export function createTextResolver(servers: readonly string[] | null) {
  return {
    /** The texts of a name; none without a record. @throws Error when the name servers do not answer */
    async textsOf(name: string): Promise<readonly string[]> {
      const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: LOOKUP_TRIES });
      if (servers) resolver.setServers(servers);
      try {
        // A text of more than 255 characters comes in parts.
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        if (NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      }
    },
  };
}
