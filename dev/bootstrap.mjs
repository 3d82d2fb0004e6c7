#!/usr/bin/env node
// node dev/bootstrap.mjs <command> [args]
//
// The npm scripts run this file, so that each of them works on a fresh clone. It installs the packages when they are
// missing or outdated, compiles, and runs the command's entry. Plain JavaScript without dependencies, because it runs
// before anything is installed or compiled.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from '../stand-in/lock-file.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
const PACKAGES = join(ROOT, 'node_modules');
const STATIC_FILES = 'api/pages/static';
const SOURCES = ['api', 'worker', 'shared', 'dev', 'stand-in', 'bench', 'test'];

/** The entry of each command in dist, its arguments, and what it needs besides the compiled sources. */
const COMMANDS = {
  start: ['dev/start.js', 'console programs'],
  dev: ['dev/start.js --watch', 'console'],
  test: ['dev/test-run.js', 'console programs types'],
  'test:all': ['dev/test-run.js --all', 'console programs types'],
  'test:unit': ['dev/test-unit.js', 'console'],
  'test:one': ['dev/test-one.js', 'console programs'],
  'test:air': ['dev/test-air.js', 'programs'],
  'test:kills': ['dev/test-kills.js', 'programs'],
  'faults:bite': ['dev/faults/main.js', 'programs'],
  services: ['stand-in/main.js', ''],
  import: ['programs/import.js', 'programs'],
  export: ['programs/export.js', 'programs'],
  cli: ['programs/cli.js', 'programs'],
  migrate: ['programs/migrate.js', 'programs'],
  bench: ['bench/main.js', 'programs'],
  soak: ['bench/soak/main.js', 'programs'],
  fuzz: ['dev/fuzz/main.js', ''],
  conformance: ['stand-in/conformance/main.js', ''],
  simulate: ['dev/rollout-simulation/main.js', ''],
  screenshots: ['dev/screenshots/main.js', 'console programs'],
  build: [null, 'console programs types'],
};
/** Types of the API's requests and answers, for the console. */
const CONSOLE_TYPES = 'api/schema.d.ts';

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
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    running = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    running.once('error', reject);
    running.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

async function runOrExit(command, args) {
  const code = await run(command, args);
  if (code !== 0) process.exit(code);
}

/** Whether node_modules matches package-lock.json. A symbolic link is assumed to. */
function packagesAreCurrent(hash, stamp) {
  if (!existsSync(PACKAGES)) return false;
  if (lstatSync(PACKAGES).isSymbolicLink()) return true;
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hash;
  // Packages installed by npm directly: compares the lock file with npm's own copy of it.
  const note = join(PACKAGES, '.package-lock.json');
  return existsSync(note) && statSync(note).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs;
}

async function installPackages() {
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const stamp = join(PACKAGES, '.airfleet-lock-hash');
  if (packagesAreCurrent(hash, stamp)) return;
  process.stderr.write('Installing the packages\n');
  await runOrExit('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, hash);
}

/** Folders of dist that tsc does not write. */
const BUILT = new Set(['console', 'programs'].map((folder) => join(ROOT, folder)));

/** Removes compiled files whose source no longer exists, so that deleted modules and tests do not run. */
function removeStale(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const source = join(ROOT, relative(DIST, path));
    if (BUILT.has(source)) continue;
    if (entry.isDirectory()) removeStale(path);
    else if (/\.m?js(\.map)?$/.test(entry.name)) {
      const script = source.replace(/\.map$/, '');
      if (!existsSync(script) && !existsSync(script.replace(/\.js$/, '.ts'))) rmSync(path);
    }
  }
}

/** A hash over the size and modification time of every source; identifies the input of a compilation. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['tsconfig.json', 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)));
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true }).sort()) {
      const { mtimeMs, size } = statSync(join(ROOT, folder, name));
      hash.update(`${folder}/${name} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}

/** Compiles the sources when one of them has changed. */
async function compile() {
  const made = fingerprint();
  const stamp = join(DIST, '.fingerprint');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  if (existsSync(DIST)) removeStale(DIST);
  else process.stderr.write('Compiling\n');
  const code = await run(process.execPath, [join(PACKAGES, 'typescript-7/bin/tsc'), '-p', 'tsconfig.json']);
  // npm test continues: its type check reports the error.
  if (code !== 0 && command !== 'test') process.exit(code);
  const files = join(ROOT, STATIC_FILES);
  rmSync(join(DIST, STATIC_FILES), { recursive: true, force: true });
  if (existsSync(files)) cpSync(files, join(DIST, STATIC_FILES), { recursive: true });
  if (code === 0) writeFileSync(stamp, made);
}

/** Runs a compiled program of dev/ unless the stamp, a file in dist, says that it ran for the same input. */
async function runForNew(program, input, stamp) {
  const path = join(DIST, stamp);
  if (existsSync(path) && readFileSync(path, 'utf8') === input) return;
  await runOrExit(process.execPath, [join(DIST, program)]);
  writeFileSync(path, input);
}

/** Writes the types of the API's requests and answers for the console when a source has changed. */
async function writeConsoleTypes() {
  const stamp = '.console-types';
  if (!existsSync(join(ROOT, 'console', CONSOLE_TYPES))) rmSync(join(DIST, stamp), { force: true });
  await runForNew('dev/console/write-types.js', fingerprint(), stamp);
}

/** Bundles the programs of the service when a source has changed. */
async function bundlePrograms() {
  await runForNew('dev/programs/bundle.js', fingerprint(), 'programs/.fingerprint');
}

/** Builds the console when one of its files or a package has changed. */
async function buildConsole() {
  const hash = createHash('sha256');
  const files = readdirSync(join(ROOT, 'console'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => file !== join('console', CONSOLE_TYPES));
  for (const file of ['package-lock.json', 'dev/console/build.ts', ...files.sort()])
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  await runForNew('dev/console/build.js', hash.digest('hex'), '.console-hash');
}

const [command, ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, command ?? '')) {
  process.stderr.write(`usage: node dev/bootstrap.mjs ${Object.keys(COMMANDS).join('|')} [arguments]\n`);
  process.exit(2);
}

const [entry, needs] = COMMANDS[command];

// Concurrent commands, such as npm start and npm test in two terminals, build one after the other.
await withLock(
  join(ROOT, '.airfleet', 'build.lock'),
  (line) => process.stderr.write(`${line}\n`),
  async () => {
    await installPackages();
    await compile();
    const builds = { types: writeConsoleTypes, programs: bundlePrograms, console: buildConsole };
    await Promise.all(needs.split(' ').map((need) => builds[need]?.()));
  },
);

if (entry !== null) {
  const link = pathToFileURL(join(DIST, 'dev/end-with-bootstrap.js')).href;
  const [file, ...options] = entry.split(' ');
  const script = ['--enable-source-maps', '--import', link, join(DIST, file), ...options];
  process.exitCode = await run(process.execPath, [...script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}
