import { expect } from 'chai';
import fc from 'fast-check';
import { chooseSsids } from '../../../shared/configuration/domain/choose-ssids.js';
import { renderDocument } from '../../../shared/configuration/domain/render-document.js';
import { someSsid, vectorSources } from '../sources.js';

const DEVICE = { id: 6, isSwitch: false, networkId: 1, tagIds: [4, 9] };

function ssidsWith(targets: readonly (readonly string[])[]) {
  return targets.map((associated_aps_and_tags, index) => {
    return { id: index + 1, ssid: someSsid({ associated_aps_and_tags: [...associated_aps_and_tags] }) };
  });
}

function chosenId(...targets: readonly (readonly string[])[]): number[] {
  return chooseSsids(ssidsWith(targets), DEVICE).chosen.map(({ id }) => id);
}

describe('of the SSIDs of one name a device', () => {
  // docs/configuration.md#shadowed
  it('has the one that names it, else one that names a tag of it, else the general one', () => {
    expect(chosenId([], ['tag:4'], ['AP:6'])).to.deep.equal([3]);
    expect(chosenId(['tag:9', 'AP:6'], ['tag:4'])).to.deep.equal([1]);
    expect(chosenId([], ['tag:4'], ['AP:7'])).to.deep.equal([2]);
    expect(chosenId(['tag:5'], [])).to.deep.equal([2]);
    expect(chosenId(['tag:5'], ['AP:7'])).to.deep.equal([]);
  });

  it('has the one with the lowest id of its tags, and of equal ones that with the lowest id', () => {
    expect(chosenId(['tag:9'], ['tag:4'])).to.deep.equal([2]);
    expect(chosenId(['tag:9', 'tag:2'], ['tag:9'])).to.deep.equal([1]);
    expect(chosenId(['tag:9'], ['tag:9', 'tag:4'])).to.deep.equal([2]);
    expect(chosenId(['AP:6'], ['AP:6'])).to.deep.equal([1]);
  });

  it('has one that no disabled one shadows', () => {
    const [named, general] = ssidsWith([['AP:6'], []]) as [ReturnType<typeof ssidsWith>[0], never];
    const ssids = [{ ...named, ssid: { ...named.ssid, is_enabled: false } }, general];
    expect(chooseSsids(ssids, DEVICE)).to.deep.equal({ chosen: [general], shadowed: [] });
  });

  it('has exactly one of each name that is meant for it, whatever the SSIDs', () => {
    const targets = fc.subarray(['AP:6', 'AP:7', 'tag:4', 'tag:5', 'tag:9']);
    const ssid = fc.record({
      ssid_name: fc.constantFrom('Lobby', 'Bar', 'Pool'),
      is_enabled: fc.boolean(),
      associated_aps_and_tags: targets,
    });
    fc.assert(
      fc.property(fc.array(ssid, { maxLength: 16 }), (all) => {
        const ssids = all.map((fields, index) => ({ id: index + 1, ssid: someSsid(fields) }));
        const { chosen, shadowed } = chooseSsids(ssids, DEVICE);
        const isMeant = ({ is_enabled, associated_aps_and_tags: names }: (typeof all)[number]) =>
          is_enabled &&
          (names.length === 0 || names.some((name) => ['AP:6', 'tag:4', 'tag:9'].includes(name)));
        const names = new Set(all.filter(isMeant).map(({ ssid_name }) => ssid_name));
        expect(chosen.map((one) => one.ssid.ssid_name)).to.have.members([...names]);
        expect(chosen.length + shadowed.length).to.equal(all.filter(isMeant).length);
      }),
    );
  });

  it('leaves the others out as shadowed', () => {
    const ssids = ssidsWith([[], ['AP:6']]).map((one) => ({ ...one, networkId: 1, servers: new Map() }));
    const { document, leftOut } = renderDocument({ ...vectorSources(), ssids });
    expect(document.wireless.map(({ id }) => id)).to.deep.equal([2]);
    expect(leftOut).to.deep.equal([{ ssid_id: 1, field: 'ssid_name', value: 'Lobby', reason: 'shadowed' }]);
  });
});
