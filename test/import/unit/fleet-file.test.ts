import { expect } from 'chai';
import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECTION_NAMES, type SectionName } from '../../../shared/import/sections/sections.js';
import { openFleetFile } from '../../../shared/import/file/fleet-file.js';
import { UnreadableFleet } from '../../../shared/import/file/find-sections.js';

describe('a fleet file', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleet-file-'));
    path = join(folder, 'fleet.json');
  });
  after(() => rm(folder, { recursive: true }));

  async function read(content: string | Buffer): Promise<Partial<Record<SectionName, unknown[]>>> {
    await writeFile(path, content);
    const file = await openFleetFile(path);
    try {
      const sections: Partial<Record<SectionName, unknown[]>> = {};
      for (const name of file.counts.keys()) {
        const records: unknown[] = [];
        for await (const batch of file.records(name)) {
          expect(batch.first).to.equal(records.length);
          expect(batch.records.length).to.be.within(1, 1000);
          records.push(...batch.records);
        }
        expect(records.length).to.equal(file.counts.get(name));
        sections[name] = records;
      }
      return sections;
    } finally {
      await file.close();
    }
  }

  async function refusalOf(content: string | Buffer): Promise<string> {
    try {
      await read(content);
    } catch (error) {
      expect(error).to.be.instanceOf(UnreadableFleet);
      return (error as Error).message;
    }
    throw new Error('it was read');
  }

  it('gives what JSON.parse gives for any records, white space and escapes', async () => {
    const fleets = fc.dictionary(
      fc.constantFrom(...SECTION_NAMES),
      fc.array(fc.jsonValue({ stringUnit: 'binary' })),
      {
        noNullPrototype: true,
      },
    );
    await fc.assert(
      fc.asyncProperty(fleets, fc.constantFrom(undefined, 1, '\t'), async (fleet, space) => {
        const text = JSON.stringify(fleet, null, space);
        expect(await read(text)).to.deep.equal(JSON.parse(text));
        const escaped = text.replace(
          /[\u0080-\uffff]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(await read(escaped)).to.deep.equal(JSON.parse(text));
      }),
      { numRuns: 50 },
    );
  });

  it('is read in batches of 1,000 across any number of windows, with records larger than one', async () => {
    const devices = Array.from({ length: 2500 }, (_, id) => ({ id, text: 'ş'.repeat(id % 700) }));
    const tags = [{ name: 'x'.repeat(3_000_000) }, { name: 'y' }];
    expect(await read(JSON.stringify({ tags, devices }))).to.deep.equal({ tags, devices });
  });

  it('may begin with a byte order mark, and may be empty of sections', async () => {
    expect(await read(`\uFEFF{"tags":[1]}`)).to.deep.equal({ tags: [1] });
    expect(await read(' { } ')).to.deep.equal({});
  });

  it('reports names that occur twice in an object of a record, and __proto__, however they are written', async () => {
    await writeFile(
      path,
      '{"tags": [{"id": 1, "name": "a", "id": 2}, [{"x": {}}, {"y": [0, {"a": 1, "\\u0061": 1}]}], ' +
        '{"__proto__": {"id": 1}, "b": {"c": 1}, "d": {"c": 1}}], "users": [{"id": 1}, {"id": 1}]}',
    );
    const file = await openFleetFile(path);
    await file.close();
    expect(file.faults).to.deep.equal([
      'tags[0].id: occurs twice',
      'tags[1][1].y[1].a: occurs twice',
      'tags[2].__proto__: is not allowed',
    ]);
  });

  it('is read no further after 1,000 faults', async () => {
    const record = '{"id": 1, "id": 2}';
    await writeFile(path, `{"tags": [${Array.from({ length: 200_000 }, () => record).join()}]}`);
    const file = await openFleetFile(path);
    await file.close();
    expect(file.faults.length).to.be.within(1000, 20_000);
    expect(file.counts.get('tags')).to.be.below(20_000);
  });

  it('reports sections that are unknown, duplicate or not a list', async () => {
    await writeFile(path, '{"tags":[],"tagz":[1],"devices":{"a":[1]},"tags":[2],"users":null}');
    const file = await openFleetFile(path);
    await file.close();
    expect(file.faults).to.deep.equal([
      'tagz: is not a section of a fleet file',
      'devices: must be a list',
      'tags: occurs twice in the file',
      'users: must be a list',
    ]);
  });

  for (const [what, content] of [
    ['nothing', ''],
    ['a list', '[]'],
    ['a text', 'not JSON'],
    ['an object that is cut off', '{"tags":[1,2'],
    ['an object that is cut off in a text', '{"tags":["a'],
    ['more than one object', '{} {}'],
    ['a comma too many', '{"tags":[1,]}'],
    ['a comma too few', '{"tags":[1 2]}'],
    ['a key without quotes', '{tags:[]}'],
    ['a list without its bracket', '{"tags":[1}'],
    ['a record that is not JSON', '{"tags":[{"id":1,}]}'],
  ] as const) {
    it(`that holds ${what} is refused with one message`, async () => {
      expect(await refusalOf(content)).to.match(/^The file is not JSON: /);
    });
  }

  it('is refused when it is not UTF-8, naming the record', async () => {
    const content = Buffer.concat([Buffer.from('{"tags":[1,"'), Buffer.from([0xff]), Buffer.from('"]}')]);
    expect(await refusalOf(content)).to.equal('The file is not JSON: tags[1] is not UTF-8');
  });

  it('is refused when it cannot be read', async () => {
    for (const bad of [join(folder, 'missing.json'), folder]) {
      const refusal = await openFleetFile(bad).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(UnreadableFleet);
      expect((refusal as Error).message).to.match(/^The file cannot be read: /);
    }
  });

  it('is refused when a record is nested deeper than 200 levels', async () => {
    const nested = (levels: number) => `{"tags":[${'['.repeat(levels)}${']'.repeat(levels)}]}`;
    expect((await read(nested(198))).tags).to.have.length(1);
    expect(await refusalOf(nested(199))).to.equal('tags[0] is nested deeper than 200 levels');
    expect(await refusalOf(`{"tags":[${'['.repeat(8_000_000)}`)).to.match(/deeper than 200 levels/);
  });

  it('is refused when a record is larger than 16 MiB', async () => {
    expect(await refusalOf(`{"tags":["${'x'.repeat(17 * 1024 * 1024)}"]}`)).to.match(/larger than 16 MiB/);
  });
});
