import { expect } from 'chai';
import { decryptText, type KeyRing } from '../../../shared/platform/values/encrypt.js';
import { refreshTokenContext } from '../../../shared/sso/domain/grant.js';
import { clientSecretContext } from '../../../shared/sso/domain/sso-settings.js';
import { runCli } from '../../fixtures/cli.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { openSsoService, SignOn } from '../sso-service.js';
import { CLIENT_SECRET } from '../test-provider.js';

const keyOf = (name: string): Buffer => Buffer.alloc(32, name);
const textOf = (...names: string[]): string => names.map((name) => keyOf(name).toString('base64')).join();

// docs/sso.md#replace_sso-3
// docs/sso.md#sessions-2
describe('the secrets of single sign-on', () => {
  let service: TestService;
  let at: SignOn;
  before(async () => {
    service = await openSsoService({ ENCRYPTION_KEY: textOf('old') });
    at = await SignOn.open(service, {}, { isRefreshing: true });
    await at.enter(at.person('ann'));
  });
  after(async () => {
    await at.provider.close();
    await service.close();
  });

  it('are encrypted again by `keys rotate`, so that the old key can go', async () => {
    const env = { ...service.env, ENCRYPTION_KEY: textOf('new', 'old') };
    const { code, lines } = await runCli(service.api, ['keys', 'rotate'], { env });
    expect([code, lines[0]]).to.deep.equal([0, lines[0]?.replace(/^\d+/, '2')]);
    const { ssoConfigurations, ssoGrants } = service.deps.mongo.models;
    const configuration = await ssoConfigurations.findOne({ _id: at.id }).lean();
    const grant = await ssoGrants.findOne({ organisationId: at.id }).lean();
    if (!configuration?.clientSecret || !grant) throw new Error('Nothing is stored');
    const ring: KeyRing = [keyOf('new')];
    const { clientSecret } = configuration;
    expect(decryptText(ring, clientSecretContext(at.id), clientSecret)).to.equal(CLIENT_SECRET);
    expect(decryptText(ring, refreshTokenContext(grant._id), grant.refreshToken)).not.to.equal('');
  });
});
