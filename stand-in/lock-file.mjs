import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

// Plain JavaScript, because the bootstrap needs it before anything is built.

/**
 * Identifies a process. On Linux the name includes the start time, because process ids are reused.
 * @param {number} pid
 */
function processName(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return String(pid);
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Removes the lock of a dead process. Of several processes that try, one succeeds. A lock that another process took
 * in the meantime is restored.
 * @param {string} path
 * @param {string} owner the content of the lock when its owner was found dead
 */
function removeStale(path, owner) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, path);
    rmSync(aside, { force: true });
  } catch {
    // Another process has removed it.
  }
}

/**
 * Tries to take the lock `path`. Returns `{ release }`, or `{ heldBy }` with the id of the running process that holds
 * it. Replaces the lock of a dead process.
 * @param {string} path
 * @returns {{ release: () => void, heldBy?: undefined } | { heldBy: number, release?: undefined }}
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${process.pid}`;
  for (;;) {
    writeFileSync(mine, processName(process.pid));
    try {
      // link() is atomic: a lock that exists always names its owner.
      linkSync(mine, path);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(mine, { force: true });
    }
    let owner = '';
    try {
      owner = readFileSync(path, 'utf8');
    } catch {
      continue;
    }
    const pid = Number.parseInt(owner, 10);
    if (isAlive(pid) && processName(pid) === owner) return { heldBy: pid };
    removeStale(path, owner);
  }
}

/**
 * Runs `use` under the lock `path`. Waits for the lock while its holder runs, and logs once that it waits.
 * @template T
 * @param {string} path
 * @param {(line: string) => void} log
 * @param {() => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withLock(path, log, use) {
  let logged = false;
  for (;;) {
    const lock = tryLock(path);
    if (lock.release) {
      try {
        return await use();
      } finally {
        lock.release();
      }
    }
    if (!logged) log(`Waiting for process ${lock.heldBy}, which is doing the same`);
    logged = true;
    await wait(100);
  }
}
