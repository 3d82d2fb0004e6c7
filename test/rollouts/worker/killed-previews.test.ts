import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { RealClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeDevices } from '../../fixtures/records/device.js';
import type { OwnProcess } from '../../processes/own-process.js';
import { startWorkerProcess } from '../../processes/worker-process.js';
import { OLD, RolloutBed } from '../rollout-bed.js';

/** Where workers are killed, in the order in which a preview comes to them. */
const DEATHS = [
  'preview-list-written',
  'preview-listed',
  'preview-computed',
  'preview-written',
] as const satisfies readonly Failpoint[];

const COUNT = 1200;

describe('a preview whose workers are killed', function () {
  this.timeout(240_000);
  let bed: RolloutBed;
  const workers: OwnProcess[] = [];
  before(async () => {
    bed = await RolloutBed.open({}, new RealClock());
  });
  after(async () => {
    for (const worker of workers) await worker.kill();
    await bed.close();
  });

  // docs/reliability.md#preview-workers-killed
  it(`lists each of ${COUNT} devices once, after a death at each failpoint`, async () => {
    const { deps } = bed.service;
    const { fixture } = bed;
    const devices = await makeDevices(deps, fixture.org, COUNT, () => ({
      part: fixture.part,
      network: fixture.network,
      firmwareVersion: OLD,
    }));
    const id = await bed.draft();
    expect((await fixture.call('POST', `/v1/rollouts/${id}/preview`)).status).to.equal(202);
    for (const failpoint of DEATHS) {
      const worker = startWorkerProcess(bed.service.env, failpoint);
      workers.push(worker);
      expect(await worker.ended(), failpoint).to.equal('SIGKILL');
      // As if the lease had expired, which takes ten seconds.
      await deps.mongo.models.locks.deleteMany({ _id: `preview:${id}:preview` });
    }
    workers.push(startWorkerProcess(bed.service.env));
    let preview: Record<string, unknown> = {};
    await eventually('the preview is ready', async () => {
      const { body } = await fixture.call('GET', `/v1/rollouts/${id}/preview`);
      ({ preview } = (body as { data: { preview: Record<string, unknown> } }).data);
      return preview['state'] === 'ready';
    });
    expect(preview['totals']).to.include({ targeted: COUNT, to_upgrade: COUNT });
    const lines = devices.map(({ _id, partNumber }) => `${_id}:${partNumber}:${OLD}\n`);
    const fingerprint = createHash('sha256').update(lines.join('')).digest('hex');
    expect(preview['fingerprint']).to.equal(fingerprint);
  });
});
