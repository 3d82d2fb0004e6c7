/**
 * OpenWrt's uci, as far as the agent uses it: changes lie in a save folder until a commit, `-t` names another one, and
 * batch exits 0 whatever happens.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';

const MACHINE = process.env.AIRFLEET_TEST_MACHINE ?? '';
const args = process.argv.slice(2);
let config = join(MACHINE, 'etc');
let save = join(MACHINE, 'save');
while (args[0]?.startsWith('-')) {
  const option = args.shift();
  if (option === '-c') config = args.shift();
  if (option === '-t') save = args.shift();
}

const unquote = (text) => text.replace(/^'(.*)'$/s, '$1').replaceAll(`'\\''`, `'`);
const quote = (text) => `'${text.replaceAll(`'`, `'\\''`)}'`;

/** Sections by name, each with its type under the name ''. */
function read(name) {
  const sections = new Map();
  let section;
  for (const line of readFileSync(join(config, name), 'utf8').split('\n')) {
    const [, type, of] = /^config (\S+) '(.*)'$/.exec(line) ?? [];
    const [, option, value] = /^\toption (\S+) (.*)$/.exec(line) ?? [];
    if (type) sections.set(of, (section = new Map([['', type]])));
    if (option) section.set(option, unquote(value));
  }
  return sections;
}

function write(name, sections) {
  const text = [...sections].map(([section, options]) => {
    const lines = [...options].slice(1).map(([option, value]) => `\toption ${option} ${quote(value)}\n`);
    return `config ${options.get('')} '${section}'\n${lines.join('')}\n`;
  });
  writeFileSync(join(config, name), text.join(''));
}

function change(sections, line) {
  const [, command, section, option, value] =
    /^(set|delete) \w+\.(\w+)(?:\.(\w+))?(?:=(.*))?$/s.exec(line) ?? [];
  if (command === 'delete') sections.delete(section);
  else if (option === undefined) sections.set(section, sections.get(section) ?? new Map([['', value]]));
  else sections.get(section)?.set(option, unquote(value));
}

/** With the changes of the save folder. */
function current(name) {
  const sections = read(name);
  const changes = join(save, name);
  if (existsSync(changes))
    readFileSync(changes, 'utf8')
      .trim()
      .split('\n')
      .forEach((line) => change(sections, line));
  return sections;
}

function run(line) {
  const name = /^\w+ (\w+)/.exec(line)?.[1];
  if (name === undefined || existsSync(join(MACHINE, 'full'))) return;
  if (line.startsWith('commit')) {
    write(name, current(name));
    rmSync(join(save, name), { force: true });
  } else {
    mkdirSync(save, { recursive: true });
    appendFileSync(join(save, name), `${line}\n`);
  }
}

const [command, path = ''] = args;
const [name, section, option] = path.split('.');
if (command === 'show')
  for (const [of, options] of current(name)) {
    console.log(`${name}.${of}=${options.get('')}`);
    for (const [each, value] of [...options].slice(1)) console.log(`${name}.${of}.${each}=${quote(value)}`);
  }
else if (command === 'get') {
  const value = current(name)
    .get(section)
    ?.get(option ?? '');
  if (value === undefined) process.exit(1);
  console.log(value);
} else if (command === 'batch') readFileSync(0, 'utf8').split('\n').forEach(run);
else process.exit(1);
