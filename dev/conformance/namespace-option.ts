import { spawnSync } from 'node:child_process';

/** The options of unshare that give a mount namespace; null where there is none. */
export function namespaceOption(): string | null {
  const works = (option: string): boolean => spawnSync('unshare', [option, 'true']).status === 0;
  return ['-m', '-rm'].find(works) ?? null;
}
