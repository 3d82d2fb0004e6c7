import { expect } from 'chai';
import { setUpApp } from '../../../fixtures/second-factor.js';
import { refused } from '../../../fixtures/records/rollout-fixture.js';
import { FactorService } from '../../factor-service.js';
import { listedFactors, userWithPasskey } from '../../passkey-service.js';

describe('the names of second factors', () => {
  let at: FactorService;
  before(async () => {
    at = await FactorService.open();
  });
  after(() => at.close());

  const path = (id: string): string => `/v1/me/second_factors/${id}`;
  const renames = (id: number) =>
    at.service.deps.mongo.models.auditEntries
      .find({ subject: `user:${id}`, action: 'second_factor.renamed' })
      .sort({ at: 1 })
      .lean();

  // docs/console-api.md#update_second_factor-1
  // docs/console-api.md#update_second_factor-2
  it('are changed one at a time, with both names in the audit log', async () => {
    const { id, Cookie, factorId } = await userWithPasskey(at);
    const app = await setUpApp(at.service.api, Cookie, at.clock.now(), 'Old phone');
    const renamed = await at.call('PATCH', path(app.id), Cookie, { name: ' New phone ' });
    expect(renamed.status, renamed.text).to.equal(200);
    const [passkey, shown] = await listedFactors(at, Cookie);
    expect((renamed.body as { data: object }).data).to.deep.equal({ second_factor: shown });
    expect([shown?.['name'], passkey?.['name']]).to.deep.equal(['New phone', 'Laptop']);
    at.clock.advance(1);
    expect((await at.call('PATCH', path(factorId), Cookie, { name: 'Key ring' })).status).to.equal(200);
    const names = (await listedFactors(at, Cookie)).map(({ name }) => name);
    expect(names).to.deep.equal(['Key ring', 'New phone']);

    expect((await at.call('PATCH', path(factorId), Cookie, { name: 'Key ring' })).status).to.equal(200);
    const [first, second, ...more] = await renames(id);
    expect(more).to.deep.equal([]);
    expect(first?.before).to.deep.equal({ id: app.id, kind: 'totp', name: 'Old phone' });
    expect(first?.after).to.deep.include({ id: app.id, name: 'New phone', address: '127.0.0.1' });
    expect(second?.after).to.deep.include({ kind: 'passkey', name: 'Key ring' });
  });

  // docs/console-api.md#update_second_factor-1
  it('are not empty or longer than 100 characters, and are not those of other users', async () => {
    const { Cookie, factorId } = await userWithPasskey(at);
    for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(101) }])
      expect(refused(await at.call('PATCH', path(factorId), Cookie, body))).to.deep.equal([422, 1109]);
    const other = await userWithPasskey(at);
    expect(refused(await at.call('PATCH', path(factorId), other.Cookie, { name: 'Mine' }))).to.deep.equal([
      404, 1104,
    ]);
    expect((await listedFactors(at, Cookie))[0]).to.deep.include({ name: 'Laptop' });
  });
});
