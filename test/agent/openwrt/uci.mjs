/**
 * OpenWrt's uci, as far as the agent uses it: changes lie in a save folder until a commit, `-t` names another one, batch
 * exits 0 whatever happens, and a command for a section that does not exist changes nothing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { quote, read, unquote, write } from './sections.mjs';

const MACHINE = process.env.AIRFLEET_TEST_MACHINE ?? '';
const args = process.argv.slice(2);
let config = join(MACHINE, 'etc');
let save = join(MACHINE, 'save');
while (args[0]?.startsWith('-')) {
  const option = args.shift();
  if (option === '-c') config = args.shift();
  if (option === '-t') save = args.shift();
}

function change(sections, line) {
  const [, command, name, option, value] =
    /^(set|add_list|delete) \w+\.([^.=]+)(?:\.(\w+))?(?:=(.*))?$/s.exec(line) ?? [];
  const section = sections.get(name);
  if (option === undefined) {
    if (command === 'delete') sections.delete(name);
    else if (section === undefined) sections.set(name, new Map([['', unquote(value)]]));
    else section.set('', unquote(value));
  } else if (section === undefined) return;
  else if (command === 'delete') section.delete(option);
  else if (command === 'add_list')
    section.set(option, [...[section.get(option) ?? []].flat(), unquote(value)]);
  else if (unquote(value) === '') section.delete(option);
  else section.set(option, unquote(value));
}

/** With the changes of the save folder. */
function current(name) {
  const sections = read(join(config, name));
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
  if (!existsSync(join(config, name))) return;
  if (line.startsWith('commit')) {
    if (!existsSync(join(save, name))) return;
    write(join(config, name), current(name));
    rmSync(join(save, name), { force: true });
  } else {
    mkdirSync(save, { recursive: true });
    appendFileSync(join(save, name), `${line}\n`);
  }
}

const [command] = args;
if (command === 'show')
  for (const name of readdirSync(config).filter((file) => /^\w+$/.test(file)))
    for (const [of, options] of current(name)) {
      console.log(`${name}.${of}=${options.get('')}`);
      for (const [each, value] of [...options].slice(1))
        console.log(`${name}.${of}.${each}=${[value].flat().map(quote).join(' ')}`);
    }
else if (command === 'batch') readFileSync(0, 'utf8').split('\n').forEach(run);
else process.exit(1);
