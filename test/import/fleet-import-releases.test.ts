import { expect } from 'chai';
import { FleetFixture, smallFleet } from '../fixtures/records/fleet.js';

describe('firmware releases imported over stored ones', () => {
  let fixture: FleetFixture;
  beforeEach(async () => {
    fixture = await FleetFixture.open();
    await fixture.import(smallFleet());
  });
  afterEach(() => fixture.close());

  it('updates a release by organisation and version, and keeps its id', async () => {
    const [before] = await fixture.models.firmwareReleases.find({}).lean();
    const release = { version: '2.0', organisation_id: null, is_released: false };
    await fixture.import({
      firmware_releases: [
        { ...release, url: { 'SW-1': 'https://fw.example/s' } },
        { ...release, organisation_id: 1, url: {} },
      ],
    });
    const after = await fixture.models.firmwareReleases.find({}).sort({ _id: 1 }).lean();
    expect(after).to.have.lengthOf(2);
    expect(after[0]).to.deep.include({
      _id: before?._id,
      isReleased: false,
      urls: [{ partNumber: 'SW-1', url: 'https://fw.example/s' }],
    });
  });

  it('gives a new release the id of the file unless another one has it, and stored releases keep theirs', async () => {
    const release = (id: number, version: string) => ({
      id,
      version,
      organisation_id: 1,
      is_released: false,
      url: {},
    });
    const idsOf = async (): Promise<Map<string, number>> => {
      const found = await fixture.models.firmwareReleases.find({ version: /^7/ }).lean();
      return new Map(found.map(({ _id, version }) => [version, _id]));
    };
    await fixture.import({ firmware_releases: [release(701, '7.1'), release(705, '7.5')] });
    expect([...(await idsOf())]).to.have.deep.members([
      ['7.1', 701],
      ['7.5', 705],
    ]);
    await fixture.import({ firmware_releases: [release(702, '7.1'), release(701, '7.2')] });
    const again = await idsOf();
    expect(again.get('7.1')).to.equal(701);
    expect(again.get('7.2')).to.be.above(705);
  });

  it('keeps hash, size and signature of a release until the fleet file or the url changes them', async () => {
    const url = 'https://fw.example/3.0';
    const hash = 'ab'.repeat(32);
    const publish = async (fields: Record<string, unknown>): Promise<unknown[]> => {
      const release = { version: '3.0', organisation_id: null, is_released: true, url: { 'AP.1': url } };
      await fixture.import({ firmware_releases: [{ ...release, ...fields }] });
      const stored = await fixture.models.firmwareReleases.findOne({ version: '3.0' }).lean();
      return stored?.urls ?? [];
    };
    const full = { partNumber: 'AP.1', url, sha256: hash, size: 1024, signature: 'RW+x==' };
    const said = { sha256: { 'AP.1': hash }, size: { 'AP.1': 1024 }, signature: { 'AP.1': 'RW+x==' } };
    expect(await publish(said)).to.deep.equal([full]);
    expect(await publish({})).to.deep.equal([full]);
    const { signature, ...unsigned } = full;
    expect(await publish({ signature: {} }), signature).to.deep.equal([unsigned]);
    const moved = `${url}/rebuilt`;
    expect(await publish({ url: { 'AP.1': moved } })).to.deep.equal([{ partNumber: 'AP.1', url: moved }]);
  });
});
