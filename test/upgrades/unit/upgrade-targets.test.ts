import { expect } from 'chai';
import fc from 'fast-check';
import {
  isStillTargeted,
  parseTargets,
  targetIds,
  targetText,
  type TargetSegment,
} from '../../../shared/upgrades/domain/upgrade-targets.js';

function segmentsOf(...aps: string[]): TargetSegment[] {
  const parsed = parseTargets(aps);
  if (!parsed.ok) throw new Error(`malformed: ${parsed.malformed.join(' ')}`);
  return parsed.segments;
}

describe('parseTargets', () => {
  it('reads devices, networks and tags and groups consecutive entries of one kind', () => {
    expect(segmentsOf('AP:3', 'AP:1', 'network:2', 'tag:9', 'tag:1', 'AP:4')).to.deep.equal([
      { kind: 'device', ids: [3, 1] },
      { kind: 'network', ids: [2] },
      { kind: 'tag', ids: [9, 1] },
      { kind: 'device', ids: [4] },
    ]);
  });

  it('ignores repeated entries after the first', () => {
    expect(segmentsOf('AP:1', 'tag:1', 'AP:1', 'AP:2', 'tag:1')).to.deep.equal([
      { kind: 'device', ids: [1] },
      { kind: 'tag', ids: [1] },
      { kind: 'device', ids: [2] },
    ]);
  });

  it('reads an empty list as no target', () => {
    expect(segmentsOf()).to.deep.equal([]);
  });

  for (const entry of [
    '',
    'AP',
    'AP:',
    'AP:0',
    'AP:-1',
    'AP:+1',
    'AP:01',
    'AP:1.5',
    'AP:1e3',
    'AP:0x1',
    'AP: 1',
    ' AP:1',
    'AP:1 ',
    'AP:1\n',
    'AP:١',
    'AP:9007199254740992',
    'AP:99999999999999999999',
    'ap:1',
    'Network:1',
    'TAG:1',
    'device:1',
    'AP:1,AP:2',
    'AP:AP:1',
  ]) {
    it(`refuses ${JSON.stringify(entry)}`, () => {
      const segments = [{ kind: 'device', ids: [1] }];
      expect(parseTargets(['AP:1', entry])).to.deep.equal({ ok: false, segments, malformed: [entry] });
    });
  }

  it('reads the highest safe id', () => {
    expect(segmentsOf('tag:9007199254740991')).to.deep.equal([{ kind: 'tag', ids: [9007199254740991] }]);
  });

  it('names every malformed entry once', () => {
    const segments = [{ kind: 'device', ids: [1] }];
    expect(parseTargets(['x', 'AP:1', 'y', 'x'])).to.deep.equal({
      ok: false,
      segments,
      malformed: ['x', 'y'],
    });
  });

  it('reads what targetText writes', () => {
    const entry = fc
      .tuple(fc.constantFrom('AP', 'network', 'tag'), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
      .map(([prefix, id]) => `${prefix}:${id}`);
    fc.assert(
      fc.property(fc.uniqueArray(entry), (aps) => {
        expect(segmentsOf(...aps).flatMap((segment) => targetText(segment).split(','))).to.deep.equal(aps);
      }),
    );
  });
});

describe('targetIds', () => {
  it('collects ids by kind over all segments', () => {
    expect(targetIds(segmentsOf('AP:3', 'network:2', 'AP:1', 'tag:9'))).to.deep.equal({
      deviceIds: [3, 1],
      networkIds: [2],
      tagIds: [9],
    });
  });
});

describe('isStillTargeted', () => {
  const device = { id: 5, locationNetworkId: 7, tagIds: [1, 2] };

  it('finds a device by its id, its network or a tag', () => {
    for (const entry of ['AP:5', 'network:7', 'tag:2']) {
      expect(isStillTargeted(segmentsOf('AP:99', entry), device), entry).to.equal(true);
    }
  });

  it('does not confuse the kinds of id', () => {
    expect(
      isStillTargeted(segmentsOf('AP:7', 'AP:1', 'network:5', 'network:2', 'tag:5', 'tag:7'), device),
    ).to.equal(false);
  });

  it('finds an unassigned, untagged device by its id only', () => {
    const bare = { id: 5, locationNetworkId: null, tagIds: [] };
    expect(isStillTargeted(segmentsOf('network:7', 'tag:1'), bare)).to.equal(false);
    expect(isStillTargeted(segmentsOf('network:7', 'AP:5'), bare)).to.equal(true);
  });

  it('finds no device without targets', () => {
    expect(isStillTargeted([], device)).to.equal(false);
  });
});
