import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import type { PartRadio } from '../../shared/inventory/domain/part-radio.js';
import { toUci, type UciDocument } from '../../shared/openwisp/domain/to-uci.js';
import { UCI_FILES, type UciFile } from '../../shared/openwisp/domain/uci/uci-file.js';
import { AgentBox, removeBoxes, SHELLS, type Shell } from '../agent/agent-box.js';
import { documentOf, MAC } from '../agent/document.js';
import { OpenWrtMachine } from '../agent/openwrt/machine.js';
import { parse } from '../agent/openwrt/sections.mjs';
import { sampleOf } from '../fixtures/seed.js';
import { RADIOS_SET, SSID_KINDS, UPLINKS } from './ssid-kinds.js';

/** Those of the machine. */
const RADIOS: readonly PartRadio[] = [
  { name: 'radio0', band: '2g', standard: 'ht' },
  { name: 'radio1', band: '5g', standard: 'ht' },
  { name: 'radio2', band: '6g', standard: 'ht' },
];
const RULE = 'CET-1CEST,M3.5.0,M10.5.0/3';

interface Difference {
  /** Lines that only one of the two has. */
  readonly lines: RegExp;
  readonly why: string;
}

/** What an archive has in another way than the agent would write it, or lacks. Every row is about some line. */
const DIFFERENCES: readonly Difference[] = [
  {
    lines: /^network\.airfleet_d\d+\.ports=/,
    why: 'the agent knows the ports of the network `lan`, and the service its bridge `br-lan`',
  },
  {
    lines: /^wireless\.airfleet_18_|^18 dynamic_vlan/,
    why: 'VLANs of clients need the name of a port, which the service does not know',
  },
  { lines: /^24 invalid ssid /, why: 'the service says what length a name has' },
];

/** An agent on OpenWrt that only renders, and a `uci` that keeps the folder of the last batch. */
class Rendering {
  private constructor(
    private readonly box: AgentBox,
    private readonly machine: OpenWrtMachine,
  ) {}

  static async make(shell: Shell): Promise<Rendering> {
    const settings = { BACKEND: 'openwrt', URL: 'http://127.0.0.1', MAC };
    const box = await AgentBox.make({ shell, settings });
    await box.writeKey('key');
    const machine = await OpenWrtMachine.make(box);
    await machine.addRouter();
    await machine.write('zoneinfo/Europe/Berlin', `TZif2\0\0\n${RULE}\n`);
    const uci = `${process.execPath} ${resolve('test/agent/openwrt/uci.mjs')}`;
    // stage() calls `uci -q -c FOLDER -t SAVE batch`.
    const keep = `case "$*" in *' batch') rm -rf ${box.folder}/uci; cp -R "$3" ${box.folder}/uci ;; esac`;
    await box.program('uci', `${uci} "$@" || exit\n${keep}\n`);
    return new Rendering(box, machine);
  }

  /** The files that the agent writes for a document, and the lines of what it leaves out. */
  async of(document: string): Promise<{ files: ReadonlyMap<UciFile, string>; leftOut: readonly string[] }> {
    const path = join(this.box.folder, 'document.json');
    await writeFile(path, document);
    const { code, stdout, stderr } = await this.machine.run(['check', path]);
    expect(code, stderr).to.equal(0);
    const files = new Map<UciFile, string>();
    for (const file of UCI_FILES) files.set(file, await readFile(join(this.box.folder, 'uci', file), 'utf8'));
    return { files, leftOut: stdout.split('\n').filter((line) => line !== '') };
  }

  /** The options that the machine has without the agent. */
  async own(): Promise<Set<string>> {
    const texts = await Promise.all(
      UCI_FILES.map(async (file) => [file, await this.machine.read(`etc/${file}`)] as const),
    );
    return new Set(texts.flatMap(([file, text]) => linesOf(file, text)));
  }
}

/** Every option as a line. A list is the same as its values with spaces between them. */
function linesOf(file: string, text: string): string[] {
  return [...parse(text)].flatMap(([name, options]) =>
    [...options].map(([option, value]) => {
      const section = file === 'system' && name === '@system[0]' ? 'system' : name;
      return `${file}.${section}.${option}=${[value].flat().join(' ')}`;
    }),
  );
}

/** The lines of one list that the other lacks. */
function onlyIn(one: readonly string[], other: readonly string[]): string[] {
  return one.filter((line) => !other.includes(line));
}

for (const shell of sampleOf(SHELLS, 21, 2)) {
  // docs/openwisp.md#mapping
  describe(`the sections for openwisp-config, and those of the agent under ${shell}`, () => {
    after(removeBoxes);

    it('are the same, and so is what they leave out, apart from what the table names', async () => {
      const rendering = await Rendering.make(shell);
      const document = documentOf(Object.values(SSID_KINDS), {
        radios: RADIOS_SET,
        uplinks: UPLINKS,
        device: { id: 6, mac_id: MAC, name: 'Lobby-1', part_number: 'MR-330' },
      });
      const agent = await rendering.of(document);
      const own = await rendering.own();
      const service = toUci(JSON.parse(document) as UciDocument, RADIOS);
      const written = [...agent.files].flatMap(([file, text]) => linesOf(file, text));
      const ofAgent = [...written.filter((line) => !own.has(line)), ...agent.leftOut];
      const ofService = [
        ...[...service.files].flatMap(([file, text]) => linesOf(file, text)).filter((line) => !own.has(line)),
        ...service.leftOut.map(({ ssid_id: id, feature, field, message }) =>
          [id, feature, field, message].filter((part) => part !== undefined).join(' '),
        ),
      ];
      const different = [...onlyIn(ofAgent, ofService), ...onlyIn(ofService, ofAgent)];
      const unexplained = different.filter((line) => !DIFFERENCES.some(({ lines }) => lines.test(line)));
      expect(unexplained.sort()).to.deep.equal([]);
      for (const { lines, why } of DIFFERENCES)
        expect(
          different.some((line) => lines.test(line)),
          why,
        ).to.equal(true);
      // Each kind of SSID is on the air, or left out by both.
      for (const id of Object.keys(SSID_KINDS).keys())
        expect(
          ofAgent.some((line) => line.includes(`airfleet_${id + 1}_`) || line.startsWith(`${id + 1} `)),
          Object.keys(SSID_KINDS)[id],
        ).to.equal(true);
    });
  });
}
