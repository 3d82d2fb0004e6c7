import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readEnv, VARIABLE_NAMES } from '../../shared/platform/env/env.js';

interface Service {
  command?: string[];
  environment?: Record<string, string | number>;
  ports?: string[];
  profiles?: string[];
  depends_on?: Record<string, unknown>;
}

/** Checks the containers without running them: commands, ports and variables match the code. */
describe('containers', () => {
  let services: Record<string, Service>;
  let dockerfile: string;
  const ours = (): [string, Service][] =>
    Object.entries(services).filter(([name]) => !['mongo', 'redis'].includes(name));

  before(async () => {
    services = (
      parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as { services: typeof services }
    ).services;
    dockerfile = await readFile('Dockerfile', 'utf8');
  });

  it('run entry points that the build creates', () => {
    for (const [name, { command }] of ours()) {
      expect([name, command?.[0], existsSync(command?.at(-1) ?? '')]).to.deep.equal([name, 'node', true]);
    }
    const image = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    expect(image).to.deep.equal(services['api']?.command);
  });

  it('run the commands of the Procfile', async () => {
    const procfile = await readFile('Procfile', 'utf8');
    const lines = Object.fromEntries(
      procfile
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect(lines['web']).to.equal(services['api']?.command?.join(' '));
    expect(lines['devices']).to.equal(`API_SERVES=devices ${services['devices']?.command?.join(' ')}`);
    expect(lines['worker']).to.equal(services['worker']?.command?.join(' '));
    expect(lines['gateway']).to.equal(services['gateway']?.command?.join(' '));
  });

  it('set only variables that the code reads, and all that production requires', () => {
    const beside = ['HEALTH_PORT', 'API_URL', 'NODE_ENV'];
    for (const [name, { environment }] of ours()) {
      for (const variable of Object.keys(environment ?? {})) {
        expect([...VARIABLE_NAMES, ...beside], `${name}: ${variable}`).to.include(variable);
      }
      const given = Object.fromEntries(
        Object.entries(environment ?? {}).map(([key, value]) => [key, String(value)]),
      );
      const secrets = { SESSION_SECRET: 'x'.repeat(32), ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
      expect(() => readEnv({ ...given, ...secrets }), name).to.not.throw();
    }
  });

  it('publish the port that the API listens on, and check health on that port', () => {
    const { port, workerPort, gatewayAdminPort } = readEnv({});
    expect(services['api']?.ports).to.deep.equal([`${port}:${port}`]);
    expect(services['worker']?.environment?.['HEALTH_PORT']).to.equal(workerPort);
    expect(services['gateway']?.environment?.['HEALTH_PORT']).to.equal(gatewayAdminPort);
    expect(dockerfile)
      .to.include(`PORT=${port}`)
      .and.include(`WORKER_PORT=${workerPort}`)
      .and.include('USER node');
  });

  it('publish neither metrics nor probes', () => {
    const { port, ucentralPort } = readEnv({});
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    const devices = [`8083:${port}`, `${ucentralPort}:${ucentralPort}`];
    expect(published).to.have.members([`${port}:${port}`, ...devices]);
    expect(services['api']?.environment?.['ADMIN_PORT']).to.be.a('number').and.not.to.equal(port);
  });

  // docs/operations.md, "MongoDB"
  it('end the transactions of killed processes after ten seconds', () => {
    expect(services['mongo']?.command?.join(' ')).to.include(
      '--setParameter transactionLifetimeLimitSeconds=10',
    );
  });

  it('give Redis an append-only file and no eviction, make MongoDB a replica set, and migrate before the start', () => {
    expect(services['redis']?.command?.join(' ')).to.include('--appendonly yes').and.include('noeviction');
    expect(services['mongo']?.command).to.include('--replSet');
    for (const name of ['api', 'worker']) expect(services[name]?.depends_on).to.have.property('migrate');
    expect(services['demo']?.profiles).to.deep.equal(['demo']);
  });
});
