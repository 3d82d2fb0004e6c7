#!/usr/bin/env node
// node dev/bootstrap.mjs [--with=console,programs,types] [ENTRY [ARGUMENT]...]
//
// The npm scripts run this file, so that each of them works on a fresh clone. It installs the packages when they are
// missing or outdated, compiles, builds what `--with` names, and runs the entry, a compiled file. Plain JavaScript
// without dependencies, because it runs before anything is installed or compiled.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from '../stand-in/lock-file.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
const PACKAGES = join(ROOT, 'node_modules');
const SOURCES = ['api', 'worker', 'gateway', 'shared', 'dev', 'stand-in', 'bench', 'test'];
const STATIC_FILES = 'api/pages/static';
const CONSOLE_TYPES = 'console/api/schema.d.ts';

/** What is built besides the compiled sources: by which of them, from which folders, and where it lies. */
const BUILDS = {
  console: { program: 'dev/console/build.js', from: ['console', 'dev/console'], to: 'dist/console' },
  programs: { program: 'dev/programs/bundle.js', from: SOURCES, to: 'dist/programs' },
  types: { program: 'dev/console/write-types.js', from: SOURCES, to: CONSOLE_TYPES },
};

const [first, ...rest] = process.argv.slice(2);
const builds = first?.startsWith('--with=') ? first.slice('--with='.length).split(',') : [];
const [entry, ...args] = builds.length > 0 ? rest : [first, ...rest];

let running;

// On Ctrl-C the terminal signals the child directly. Any other signal reaches this process only and is forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal === 'SIGTERM' || !process.stdin.isTTY) running?.kill(signal);
  });
}

/** The id of a process's parent; null when /proc does not show it. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

// npm runs this process through a shell, and killing npm leaves both running. A changed parent of either means that npm
// or the shell has ended: stops the command.
const shell = process.ppid;
const npm = parentOf(shell);
if (process.env['npm_lifecycle_event']) {
  setInterval(() => {
    if (process.ppid !== shell || parentOf(shell) !== npm) running?.kill('SIGTERM');
  }, 1_000).unref();
}

/** Runs a program on this terminal and returns its exit code; after a signal, 128 plus its number. */
function run(command, options, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    running = spawn(command, options, { cwd: ROOT, stdio });
    running.once('error', reject);
    running.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

async function runOrExit(command, options) {
  const code = await run(command, options);
  if (code !== 0) process.exit(code);
}

/** Whether node_modules matches package-lock.json, whose hash is `hash`. A symbolic link is assumed to. */
function packagesAreCurrent(hash, stamp) {
  if (!existsSync(PACKAGES)) return false;
  if (lstatSync(PACKAGES).isSymbolicLink()) return true;
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hash;
  // Packages installed by npm directly: compares the lock file with npm's own copy of it.
  const note = join(PACKAGES, '.package-lock.json');
  return existsSync(note) && statSync(note).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs;
}

async function installPackages() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const stamp = join(PACKAGES, '.airfleet-lock-hash');
  if (packagesAreCurrent(hash, stamp)) return;
  process.stderr.write('Installing the packages\n');
  await runOrExit('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, hash);
}

/** A hash over the size and modification time of every file in the folders, and over what decides about all of them. */
function fingerprint(folders) {
  const hash = createHash('sha256');
  for (const file of ['tsconfig.json', 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)));
  for (const folder of folders) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true }).sort()) {
      const path = join(folder, name);
      if (path === CONSOLE_TYPES) continue;
      const { mtimeMs, size } = statSync(join(ROOT, path));
      hash.update(`${path} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}

/** Calls `make` if its result is missing, or was made of other files. It returns whether it has succeeded. */
async function makeIfOld(name, from, to, make) {
  const made = fingerprint(from);
  const stamp = join(DIST, `.made-${name}`);
  if (existsSync(stamp) && existsSync(join(ROOT, to)) && readFileSync(stamp, 'utf8') === made) return;
  if (await make()) writeFileSync(stamp, made);
}

/** Removes compiled files whose source no longer exists, so that deleted modules and tests do not run. */
function removeStale(folder) {
  for (const name of readdirSync(join(DIST, folder), { recursive: true })) {
    const script = join(folder, name.replace(/\.map$/, ''));
    if (!/\.m?js$/.test(script)) continue;
    if (!existsSync(join(ROOT, script)) && !existsSync(join(ROOT, script.replace(/\.js$/, '.ts'))))
      rmSync(join(DIST, folder, name));
  }
}

async function compile() {
  const compiled = SOURCES.filter((folder) => existsSync(join(DIST, folder)));
  if (compiled.length === 0) process.stderr.write('Compiling\n');
  compiled.forEach(removeStale);
  // A compiler that is killed may have recorded files that it has not written.
  const started = join(DIST, '.compiling');
  if (existsSync(started)) rmSync(join(DIST, '.tsbuildinfo'), { force: true });
  mkdirSync(DIST, { recursive: true });
  writeFileSync(started, '');
  const code = await run(process.execPath, [join(PACKAGES, 'typescript-7/bin/tsc'), '-p', 'tsconfig.json']);
  if (code < 128) rmSync(started);
  // npm test continues: its type check reports the error.
  if (code !== 0 && entry !== 'dev/test-run.js') process.exit(code);
  rmSync(join(DIST, STATIC_FILES), { recursive: true, force: true });
  cpSync(join(ROOT, STATIC_FILES), join(DIST, STATIC_FILES), { recursive: true });
  return code === 0;
}

async function build(name) {
  const { program, from, to } = BUILDS[name];
  await makeIfOld(name, from, to, async () => {
    await runOrExit(process.execPath, [join(DIST, program)]);
    return true;
  });
}

// Concurrent commands, such as npm start and npm test in two terminals, build one after the other.
await withLock(
  join(ROOT, '.airfleet', 'build.lock'),
  (line) => process.stderr.write(`${line}\n`),
  async () => {
    await installPackages();
    await makeIfOld('sources', SOURCES, 'dist', compile);
    await Promise.all(builds.map(build));
  },
);

if (entry !== undefined) {
  const link = pathToFileURL(join(DIST, 'dev/end-with-bootstrap.js')).href;
  const script = ['--enable-source-maps', '--import', link, join(DIST, entry), ...args];
  process.exitCode = await run(process.execPath, script, ['inherit', 'inherit', 'inherit', 'ipc']);
}
