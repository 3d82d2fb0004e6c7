import { expect } from 'chai';
import { UsageError } from '../../api/cli/command.js';
import type { AuditEntry } from '../../shared/audit/domain/audit-entry.js';
import { sharedApi, type TestApi } from '../fixtures/api.js';
import { runCli } from '../fixtures/cli.js';
import { makeOrganisation } from '../fixtures/records/organisation.js';

describe('npm run cli -- audit tail', () => {
  let api: TestApi;
  let org: number;
  before(async () => {
    api = await sharedApi();
  });
  beforeEach(async () => {
    org = (await makeOrganisation(api.deps))._id;
  });

  async function write(n: number, fields: Partial<AuditEntry> = {}): Promise<void> {
    const entry: AuditEntry = {
      id: `tail_${org}_${n}`,
      organisationId: org,
      at: new Date(Date.now() + n),
      actor: 'user:7',
      requestId: null,
      action: 'tag.created',
      subject: `tag:${n}`,
      before: null,
      after: { name: 'x' },
      reason: null,
      ...fields,
    };
    await api.deps.stores.audit.write([entry]);
  }
  const tail = (...args: string[]) =>
    runCli(api, ['audit', 'tail', '--organisation', String(org), '--no-follow', ...args]);
  const subjects = (lines: readonly string[]): string[] =>
    lines.map((line) => /tag:\d+/.exec(line)?.[0] ?? line);

  it('prints the newest entries, the oldest of them first', async () => {
    for (const n of [1, 2, 3]) await write(n);
    expect(subjects((await tail('--lines', '2')).lines)).to.deep.equal(['tag:2', 'tag:3']);
    expect(subjects((await tail()).lines)).to.deep.equal(['tag:1', 'tag:2', 'tag:3']);
    expect((await tail('--lines', '0')).lines).to.deep.equal([]);
  });

  it('selects by subject, actor and action, within an organisation and in all', async () => {
    await write(1, { reason: 'Lunch', requestId: 'req-1' });
    await write(2, { actor: 'cli' });
    await write(3, { action: 'tag.deleted' });
    const [line] = (await tail('--subject', 'tag:1')).lines;
    expect(line).to.match(
      new RegExp(`^\\S+Z  organisation ${org}  user:7  tag.created  tag:1  "Lunch"  request req-1$`),
    );
    expect(subjects((await tail('--actor', 'cli')).lines)).to.deep.equal(['tag:2']);
    expect(subjects((await tail('--action', 'tag.created', '--actor', 'user:7')).lines)).to.deep.equal([
      'tag:1',
    ]);
    await write(4, { actor: 'user:99999' });
    const everywhere = await runCli(api, [
      'audit',
      'tail',
      '--no-follow',
      '--actor',
      'user:99999',
      '--lines',
      '1',
    ]);
    expect(subjects(everywhere.lines)).to.deep.equal(['tag:4']);
  });

  it('prints entries as JSON', async () => {
    await write(1);
    const [line = ''] = (await tail('--json')).lines;
    expect(JSON.parse(line)).to.deep.include({
      id: `tail_${org}_1`,
      organisation_id: org,
      actor: 'user:7',
      action: 'tag.created',
      subject: 'tag:1',
      after: { name: 'x' },
      request_id: null,
    });
  });

  it('shows the control characters of reasons and names as text', async () => {
    const hostile = 'Lunch\u001b[2J\u009b31m\r\n2020-01-01 forged';
    await write(1, { reason: hostile, after: { name: hostile } });
    for (const args of [[], ['--json']]) {
      const { lines } = await tail(...args);
      expect(lines).to.have.lengthOf(1);
      expect(lines[0])
        .to.include('Lunch\\u001b[2J\\u009b31m')
        .and.not.to.match(/\p{Cc}/u);
    }
  });

  it('follows entries until it is interrupted: each once, and those that are committed late', async () => {
    await write(1);
    const { code, lines } = await runCli(api, ['audit', 'tail', '--organisation', String(org)], {
      onOutput: (text, interrupt) => {
        if (text.includes('tag:1')) void write(3).then(() => undefined);
        // Its time is before that of an entry that was printed already.
        if (text.includes('tag:3')) void write(2, { at: new Date(Date.now() - 10_000) });
        if (text.includes('tag:2')) setTimeout(interrupt, 1500);
      },
    });
    expect(code).to.equal(0);
    expect(subjects(lines)).to.deep.equal(['tag:1', 'tag:3', 'tag:2']);
  });

  it('refuses an invalid number of lines', async () => {
    for (const lines of ['-1', '1.5', '1001', 'x', '']) {
      const error: unknown = await tail(`--lines=${lines}`).catch((thrown: unknown) => thrown);
      expect(error, lines).to.be.instanceOf(UsageError);
      expect((error as Error).message).to.equal('--lines must be a whole number from 0 to 1000');
    }
  });
});
