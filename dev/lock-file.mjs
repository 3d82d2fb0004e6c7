import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

// Plain JavaScript, because the bootstrap needs it before anything is built.

/**
 * Names a process beyond its id, which another process may get after it: on Linux its start time is added.
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
 * Moves the lock of a dead process out of the way. Of several who try, one does; and if somebody took the lock
 * in the meantime, it is put back.
 * @param {string} path
 * @param {string} owner what the lock held when its owner was found to be dead
 */
function removeStale(path, owner) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, path);
    rmSync(aside, { force: true });
  } catch {
    // Another process was faster.
  }
}

/**
 * Takes the lock `path` for this process: `{ release }`, or `{ heldBy }`, the id of the living process that
 * holds it. The lock of a process that died is taken over.
 * @param {string} path
 * @returns {{ release: () => void, heldBy?: undefined } | { heldBy: number, release?: undefined }}
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${process.pid}`;
  for (;;) {
    writeFileSync(mine, processName(process.pid));
    try {
      // A link is made with its content or not at all, so nobody ever reads a lock that names no owner.
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
 * Runs `use` under the lock `path`, waiting for it as long as its holder lives; says once that it waits.
 * @template T
 * @param {string} path
 * @param {(line: string) => void} log
 * @param {() => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withLock(path, log, use) {
  let told = false;
  for (;;) {
    const lock = tryLock(path);
    if (lock.release) {
      try {
        return await use();
      } finally {
        lock.release();
      }
    }
    if (!told) log(`Waiting for process ${lock.heldBy}, which is doing the same`);
    told = true;
    await wait(100);
  }
}
