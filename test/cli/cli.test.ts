import { expect } from 'chai';
import { UsageError } from '../../api/cli/command.js';
import { readCommand } from '../../api/cli/run-cli.js';
import { sharedApi, type TestApi } from '../fixtures/api.js';
import { makeDevice, makePart } from '../fixtures/records/device.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { runCli, type CliRun } from '../fixtures/cli.js';

describe('npm run cli', () => {
  let api: TestApi;
  before(async () => {
    api = await sharedApi();
  });

  const cli = (line: string, env: Record<string, string> = {}): Promise<CliRun> =>
    runCli(api, line.split(' '), { env });
  const refusal = async (line: string): Promise<string> => {
    const error: unknown = await cli(line).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(UsageError);
    return (error as Error).message;
  };
  const newOrganisation = async (): Promise<string> =>
    /\d+/.exec((await cli('organisation create --name Acme --no-of-aps 50')).lines[0] ?? '')?.[0] ?? '';

  // docs/interface.md#create_access_token-1
  it('creates an organisation, a user who can sign in, and a token that works', async () => {
    const organisation = await newOrganisation();
    const email = `cli-${organisation}@example.test`;
    const made = await cli(
      `user create --organisation ${organisation} --email ${email} --role admin --manage-inventory`,
    );
    const password = /password (\S+)$/.exec(made.lines[0] ?? '')?.[1];
    const signedIn = await api.call('POST', '/v1/access_tokens', { body: { email, password } });
    expect(signedIn.status).to.equal(201);
    const token = (await cli(`token create --email ${email}`)).lines[0];
    const listed = await api.call('GET', '/v1/access_points/list_inventory', { token });
    expect(listed.status).to.equal(200);
  });

  it('shows the control characters of names as text', async () => {
    const organisation = await newOrganisation();
    const email = `names-${organisation}@example.test`;
    await cli(`user create --organisation ${organisation} --email ${email} --role viewer`);
    await cli(`token create --email ${email}`);
    const { accessTokens } = api.deps.mongo.models;
    const name = 'x\u001b]0;title\u0007\u009b2J\nforged';
    await accessTokens.updateOne({ organisationId: Number(organisation) }, { $set: { name } });
    const { lines } = await cli(`token list --email ${email}`);
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.include(' token x\\u001b]0;title\\u0007\\u009b2J\\u000aforged, until ');
  });

  it('takes the password from the environment and does not print it', async () => {
    const organisation = await newOrganisation();
    const { _id: network } = await makeNetwork(api.deps, Number(organisation));
    const email = `env-${organisation}@example.test`;
    const password = 'correct horse battery';
    const made = await cli(
      `user create --organisation ${organisation} --email ${email} --role viewer --networks ${network}:read`,
      {
        AIRFLEET_PASSWORD: password,
      },
    );
    expect(made.lines.join()).to.not.include(password);
    expect((await api.call('POST', '/v1/access_tokens', { body: { email, password } })).status).to.equal(201);
  });

  it('publishes firmware that is released later', async () => {
    await makePart(api.deps, { _id: 'PN-1' });
    const organisation = await newOrganisation();
    const published = await cli(
      `firmware publish --version 9.1 --organisation ${organisation} --url PN-1=https://fw.example.test/9.1`,
    );
    expect(published.lines).to.deep.equal(['Firmware 9.1 created, not released']);
    const visible = async (): Promise<string[]> =>
      (await api.deps.stores.firmware.visible(Number(organisation), false)).map((release) => release.version);
    expect(await visible()).to.not.include('9.1');
    await cli(`firmware release --version 9.1 --organisation ${organisation}`);
    expect(await visible()).to.include('9.1');
  });

  it('publishes sha256, size and signature of the file for each hardware part', async () => {
    const organisation = await newOrganisation();
    await makePart(api.deps, { _id: 'A' });
    await makePart(api.deps, { _id: 'B' });
    const publish = `firmware publish --version 9.2 --organisation ${organisation}`;
    const url = 'https://fw.example.test/9.2';
    const hash = 'AB'.repeat(32);
    await cli(
      `${publish} --url A=${url} --url B=${url} --sha256 A=${hash} --size A=1024 --signature A=RW+x== --released`,
    );
    const stored = async () =>
      (await api.deps.stores.firmware.visible(Number(organisation), false)).find(
        ({ version }) => version === '9.2',
      )?.urls;
    expect(await stored()).to.deep.equal([
      { partNumber: 'A', url, sha256: hash.toLowerCase(), size: 1024, signature: 'RW+x==' },
      { partNumber: 'B', url },
    ]);
    await cli(`${publish} --url A=${url} --released`);
    expect(await stored()).to.deep.equal([{ partNumber: 'A', url }]);
    expect(await refusal(`${publish} --url A=${url} --sha256 A=abc`)).to.equal(
      '--sha256 A: must be 64 lower-case hexadecimal digits',
    );
    expect(await refusal(`${publish} --url A=${url} --size A=0`)).to.equal(
      '--size A: must be greater than or equal to 1',
    );
    expect(await refusal(`${publish} --url A=${url} --size B=1`)).to.equal('--size B: there is no --url B=…');
    expect(await refusal(`${publish} --url A=${url} --url A=${url}`)).to.equal('--url has A twice');
  });

  // docs/administration.md#update_firmware_release-3
  it('refuses other files of a release that is in use', async () => {
    const organisation = await newOrganisation();
    const part = await makePart(api.deps);
    const publish = `firmware publish --version 9.4 --organisation ${organisation} --released`;
    const url = `--url ${part._id}=https://fw.example.test/9.4`;
    await cli(`${publish} ${url}`);
    const [release] = await api.deps.stores.firmware.visible(Number(organisation), true);
    const device = await makeDevice(api.deps, Number(organisation), { part });
    const fields = { version: '9.4', releaseId: release?._id ?? 0 };
    await makeUpgrade(api.deps, device, 'Queued', fields);
    const error: unknown = await cli(`${publish} ${url}/b`).catch((thrown: unknown) => thrown);
    expect((error as Error).message).to.equal('Firmware 9.4 is in use: 1 open upgrade');
    await cli(`${publish} ${url}`);
  });

  // docs/administration.md#create_firmware_release-3
  it('publishes for a part whose number has =, and names what no fleet file may have', async () => {
    await makePart(api.deps, { _id: 'AP=2' });
    await makePart(api.deps, { _id: 'AP=2=x' });
    const organisation = await newOrganisation();
    const publish = `firmware publish --version 9.3 --organisation ${organisation}`;
    await cli(`${publish} --url AP=2=https://fw.example.test/a=b --size AP=2=7 --signature AP=2=x=y`);
    const [release] = await api.deps.stores.firmware.visible(Number(organisation), true);
    expect(release?.urls).to.deep.equal([
      { partNumber: 'AP=2', url: 'https://fw.example.test/a=b', size: 7, signature: 'x=y' },
    ]);
    const refused = [
      ['--url AP=2=https://fw.example.test/$(id)', '--url AP=2: must not have the character "$"'],
      ['--url AP=2=https://fw.example.test/ä', '--url AP=2: must not have the character "ä"'],
      ['--url AP=2=ftp://fw.example.test/a', '--url AP=2: must be an http or https URL'],
      ['--url NONE=https://fw.example.test/a', '--url NONE: there is no hardware part NONE'],
      [
        `--url AP=2=https://fw.example.test/a --size AP=2=${2 ** 41}`,
        `--size AP=2: must be less than or equal to ${2 ** 40}`,
      ],
    ] as const;
    for (const [options, message] of refused)
      expect(await refusal(`${publish} ${options}`), options).to.equal(message);
    expect(await refusal(`firmware publish --version \u001b --url AP=2=https://fw.example.test/a`)).to.equal(
      '--version must not have control characters or broken characters',
    );
    expect(
      await refusal(
        `firmware publish --version 1 --organisation 999999999 --url AP=2=https://fw.example.test/a`,
      ),
    ).to.equal('There is no organisation 999999999');
    expect(await refusal('organisation create --name Bell\u0007 --no-of-aps 1')).to.equal(
      '--name must not have control characters or broken characters',
    );
    expect(await refusal('organisation create --name Acme --no-of-aps 1000000001')).to.equal(
      '--no-of-aps must be less than or equal to 1000000000',
    );
    const user = `user create --organisation ${organisation} --role viewer --email`;
    expect(await refusal(`${user} ${'x'.repeat(250)}@a.test`)).to.equal(
      '--email must be an e-mail address of at most 254 characters',
    );
    expect(await refusal(`${user} a@b.test --networks 999999999:read`)).to.equal(
      `--networks has a network that organisation ${organisation} does not have`,
    );
    expect(await refusal(`${user} a@b.test --networks 1:read,1:full`)).to.equal(
      '--networks contains a duplicate value',
    );
  });

  it('names what is wrong with a command', async () => {
    expect(await refusal('organisation create --name Acme')).to.equal('--no-of-aps is required');
    expect(await refusal('user create --organisation 999999999 --email a@b.test --role admin')).to.include(
      '999999999',
    );
    expect(await refusal('user create --organisation 1 --email a@b.test --role king')).to.include(
      'super_admin',
    );
    expect(await refusal('token create --email nobody@example.test')).to.include('nobody@example.test');
    expect(await refusal('firmware release --version 0.0.0-none')).to.include('0.0.0-none');
    expect(await refusal('upgrades stuck --loud')).to.include('--loud');
    expect(() => readCommand(['make', 'coffee'])).to.throw(UsageError, 'organisation create');
  });
});
