import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { fuzzFleet, type KnownValues } from '../../dev/fuzz/fuzz-fleet.js';
import { summaryOf } from '../../dev/fuzz/print-summary.js';
import { readOperations } from '../../dev/fuzz/read-operations.js';
import { runFuzz } from '../../dev/fuzz/run-fuzz.js';
import { runProgram } from '../../stand-in/processes/run-program.js';
import { newToken } from '../../shared/platform/values/secrets.js';
import { startApiProcess, type ApiProcess } from '../processes/api-process.js';
import { testsAll } from '../fixtures/seed.js';
import { scratchDatabase, type ScratchDatabase } from '../fixtures/scratch-database.js';

const requests = Number(process.env['AIRFLEET_FUZZ_REQUESTS'] ?? (testsAll ? 1000 : 750));
const seed = Number(process.env['AIRFLEET_FUZZ_SEED'] ?? 20_260_615);

/** One organisation per this many requests, so that none is emptied early. */
const REQUESTS_EACH = 400;

describe('hostile input', () => {
  let database: ScratchDatabase;
  let api: ApiProcess;
  let known: KnownValues[];

  before(async () => {
    database = await scratchDatabase();
    const made = fuzzFleet(3 + Math.ceil(requests / REQUESTS_EACH), newToken());
    known = made.known;
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-fuzz-'));
    const file = join(folder, 'fleet.json');
    await writeFile(file, JSON.stringify(made.fleet), { mode: 0o600 });
    const env = { ...process.env, MONGODB_URI: database.uri };
    await runProgram(process.execPath, ['dist/programs/migrate.js'], { env });
    await runProgram(process.execPath, ['dist/programs/import.js', file], { env });
    await rm(folder, { recursive: true });
    api = await startApiProcess({ MONGODB_URI: database.uri, QUEUE_PREFIX: '{fuzz}' });
    await makeEnrolmentTokens();
  });
  after(async () => {
    await api.kill();
    await database.drop();
  });

  /** Each organisation has a token with which every device waits, and one with which it does not. */
  async function makeEnrolmentTokens(): Promise<void> {
    for (const { tokens, enrolmentTokens } of known)
      for (const approval of [true, false]) {
        const body = {
          name: 'Fuzz',
          expires_at: '2100-01-01T00:00:00Z',
          max_devices: 20,
          approval,
          replace: true,
        };
        const headers = { Authorization: `Bearer ${tokens.admin}`, 'Content-Type': 'application/json' };
        const sent = { method: 'POST', headers, body: JSON.stringify(body) };
        const reply = await fetch(`${api.url}/v1/enrolment_tokens`, sent);
        expect(reply.status).to.equal(201);
        const made = (await reply.json()) as { data: { enrolment_token: { token: string } } };
        enrolmentTokens.push(made.data.enrolment_token.token);
      }
  }

  /** Everything that the other organisation's administrator can read. */
  async function victimReads(): Promise<string> {
    const paths = [
      '/v1/access_points/list_inventory?ui=1',
      '/v1/network_ssids',
      '/upgrades.json',
      '/upgrades/schedules.json',
      '/upgrades/targets.json',
      '/upgrades/releases.json',
      '/v1/enrolments',
      '/v1/enrolment_tokens',
    ];
    const headers = { Authorization: `Bearer ${known[0]?.tokens.admin ?? ''}` };
    const texts = paths.map(async (path) => {
      const reply = await fetch(api.url + path, { headers });
      expect(reply.status, path).to.equal(200);
      return reply.text();
    });
    return (await Promise.all(texts)).join('\n');
  }

  /** Exports what the requests have left, and imports it into an empty database: both programs exit with 0. */
  async function exportAndImport(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-fuzz-'));
    const file = join(folder, 'backup.json');
    const empty = await scratchDatabase();
    const run = (program: string, uri: string): Promise<string> => {
      const env = { ...process.env, MONGODB_URI: uri, AIRFLEET_EXPORT_PASSPHRASE: 'of the fuzzer' };
      return runProgram(process.execPath, [`dist/programs/${program}.js`, file], { env });
    };
    try {
      await run('export', database.uri);
      await run('import', empty.uri);
    } finally {
      await empty.drop();
      await rm(folder, { recursive: true });
    }
  }

  // docs/reliability.md#hostile-requests
  it(`in ${requests} requests made from the API document causes no 5xx, no hang, no leak to another organisation, no crash and nothing that an import refuses`, async function () {
    this.timeout(Math.max(120_000, requests * 60));
    const document: unknown = await (await fetch(`${api.url}/openapi.json`)).json();
    const operations = readOperations(document);
    const before = await victimReads();
    const result = await runFuzz({ url: api.url, operations, known, seed, requests });
    const summary = summaryOf(result, seed);
    console.log(summary);
    expect(result.faults, summary).to.deep.equal([]);
    expect(result.sent).to.equal(requests);
    expect(result.byOperation.size).to.equal(operations.length);
    expect(result.byStatus.get('200') ?? 0, 'requests that got through').to.be.above(requests / 20);
    expect(await victimReads(), 'the victim').to.equal(before);
    await exportAndImport();
  });
});
