import { expect } from 'chai';
import { runLoop } from '../../../dev/run-loop.js';
import type { SsoDomainRecord } from '../../../shared/sso/models/sso-domain.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { NameServer } from '../../webhooks/name-server.js';
import { openSsoService, SsoOrganisation } from '../sso-service.js';

const DAY_S = 86_400;

describe('the look-ups of domains', () => {
  let names: NameServer;
  let service: TestService;
  let org: SsoOrganisation;
  before(async () => {
    names = await NameServer.open({});
    service = await openSsoService({ DNS_SERVERS: names.address });
  });
  beforeEach(async () => {
    org = await SsoOrganisation.make(service);
    await org.configure();
  });
  after(async () => {
    await service.close();
    await names.close();
  });

  async function domain(of = org): Promise<SsoDomainRecord> {
    const [found] = await service.deps.stores.ssoDomains.list(of.id);
    if (!found) throw new Error('The organisation lists no domain');
    return found;
  }
  const look = () => runLoop('ssoDomains', service.deps);
  const publish = async (of = org): Promise<void> => {
    const { token } = await domain(of);
    names.texts[`_airfleet.${of.domain}`] = `airfleet-domain=${token}`;
  };
  const actions = async (): Promise<string[]> =>
    (
      await service.deps.mongo.models.auditEntries
        .find({ organisationId: org.id, action: /^sso_domain/ })
        .sort({ at: 1 })
        .lean()
    ).map(({ action }) => action);

  // docs/sso.md#domains-2
  it('prove a domain by its own text alone, soon after the record is there', async () => {
    names.texts[`_airfleet.${org.domain}`] = 'airfleet-domain=another';
    await look();
    expect((await domain()).provenDomain).to.equal(undefined);
    await publish();
    await look();
    expect((await domain()).provenDomain, 'not before the pause ends').to.equal(undefined);
    service.clock.advance(61);
    await look();
    expect(await domain()).to.include({ provenDomain: org.domain, provenBy: 'dns' });
    expect(await actions()).to.deep.equal(['sso_domain.proven']);
  });

  // docs/sso.md#domains-2
  it('come daily, and end a proof when the record was not seen for seven days', async () => {
    await publish();
    await look();
    Reflect.deleteProperty(names.texts, `_airfleet.${org.domain}`);
    for (let day = 1; day <= 7; day += 1) {
      service.clock.advance(DAY_S);
      await look();
      expect((await domain()).provenDomain, `day ${day}`).to.equal(org.domain);
    }
    service.clock.advance(DAY_S);
    await look();
    expect(await domain()).not.to.have.any.keys('provenDomain', 'provenBy');
    expect(await actions()).to.deep.equal(['sso_domain.proven', 'sso_domain.lost']);
  });

  // docs/sso.md#domains-3
  it('leave a domain to the organisation that has proven it, and give it to the next one afterwards', async () => {
    const other = await SsoOrganisation.make(service);
    await other.configure({ domains: [org.domain] });
    await other.prove(org.domain);
    await publish();
    await look();
    expect((await domain()).provenDomain).to.equal(undefined);
    await other.call('DELETE');
    service.clock.advance(DAY_S + 1);
    await look();
    expect((await domain()).provenDomain).to.equal(org.domain);
  });

  // docs/sso.md#domains-4
  it('do not touch a proof of the command line', async () => {
    await org.prove();
    service.clock.advance(30 * DAY_S);
    await look();
    expect(await domain()).to.include({ provenDomain: org.domain, provenBy: 'command_line' });
  });

  it('take a name server that does not answer for a missing record', async () => {
    await publish();
    await look();
    service.clock.advance(DAY_S);
    const texts = { textsOf: () => Promise.reject(new Error('away')) };
    await runLoop('ssoDomains', { ...service.deps, texts });
    expect((await domain()).provenDomain).to.equal(org.domain);
  });
});
