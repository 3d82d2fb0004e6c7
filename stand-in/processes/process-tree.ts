import { readdir, readFile } from 'node:fs/promises';

/** Whether a process with this id exists, including those of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function parentOf(pid: string): Promise<number | undefined> {
  // The second field, the command's name in brackets, may contain spaces, so fields are counted after it.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

/** The process and its descendants, parents first. Without /proc only the process itself. */
export async function processTree(root: number): Promise<number[]> {
  const names = await readdir('/proc').catch((): string[] => []);
  const children = new Map<number, number[]>();
  for (const name of names.filter((entry) => /^\d+$/.test(entry))) {
    const parent = await parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Sends a signal to the process and its descendants. Processes that have ended are ignored. */
export async function signalTree(root: number, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await processTree(root)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
