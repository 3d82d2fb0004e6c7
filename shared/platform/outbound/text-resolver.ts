import { Resolver } from 'node:dns/promises';

export type TextResolver = ReturnType<typeof createTextResolver>;

const TIMEOUT_MS = 2000;
const TRIES = 2;
/** Names without a record. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Looks up TXT records. @param servers the name servers with their ports; null for those of the system */
export function createTextResolver(servers: readonly string[] | null) {
  return {
    /** The texts of a name; none without a record. @throws Error when the name servers do not answer */
    async textsOf(name: string): Promise<readonly string[]> {
      const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
      if (servers) resolver.setServers(servers);
      try {
        // A text of more than 255 characters comes in parts.
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      }
    },
  };
}
