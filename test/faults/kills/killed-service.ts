import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { NO_WAIT } from '../../../shared/webhooks/domain/queue-times.js';
import type { Reply } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import { startApiProcess } from '../../processes/api-process.js';
import type { OwnProcess } from '../../processes/own-process.js';
import { WorkerProcesses } from '../../processes/worker-process.js';
import type { RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';

const LOOK_EVERY_MS = 300;

/** Of services whose processes are killed. */
export const KILLED_SETTINGS = {
  SWEEP_INTERVAL_S: '1',
  // Devices stay up while processes start and die, however long that takes.
  DOWN_AFTER_S: '3600',
  // Few heartbeats are due, so that the silence of most devices is no loss.
  HEARTBEAT_INTERVAL_S: '3600',
  WEBHOOK_ALLOW: '127.0.0.0/8',
};

/** A request of an administrator. */
export interface Change {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** The APIs and workers of a rollout, which are killed at failpoints. */
export class KilledService {
  /** Where processes were killed, in order. */
  readonly killed: Failpoint[] = [];
  private readonly apis: OwnProcess[] = [];
  private readonly running: WorkerProcesses;

  /**
   * @param wanted the failpoints at which processes are killed; the others are passed
   * @param workers how many run at a time
   * @param check runs after each kill, while no worker runs
   */
  constructor(
    private readonly fixture: RolloutRunFixture,
    private readonly wanted: ReadonlySet<Failpoint>,
    private readonly workers: number,
    private readonly check: () => Promise<void>,
  ) {
    this.running = new WorkerProcesses(fixture.service.env);
  }

  /** Lets workers run until `ask` returns something, and kills them then. */
  async workUntil<T>(what: string, ask: () => T | Promise<T>, withinMs?: number) {
    for (let worker = 0; worker < this.workers; worker += 1) this.running.start();
    const found = await eventually(
      what,
      async () => {
        await wait(LOOK_EVERY_MS);
        return ask();
      },
      withinMs,
    );
    await this.running.kill();
    await this.endLeases();
    return found;
  }

  /** Starts workers, each of which dies at the failpoint. Kills the others when the first has died. */
  async workersDieAt(failpoint: Failpoint): Promise<void> {
    if (!this.wanted.has(failpoint)) return;
    const workers = Array.from({ length: this.workers }, () => this.running.start(failpoint));
    expect(await Promise.race(workers.map((worker) => worker.ended())), failpoint).to.equal('SIGKILL');
    await this.running.kill();
    await this.endLeases();
    this.killed.push(failpoint);
    // The next tick finds and counts the upgrades that the last one has written for joiners.
    if (failpoint !== 'joiners-added') await this.check();
  }

  /** Calls an API that dies at the failpoint. @param call must not get a response */
  async apiDiesAt(failpoint: Failpoint, call: (url: string) => Promise<unknown>): Promise<void> {
    if (!this.wanted.has(failpoint)) return;
    const api = await startApiProcess({ ...this.fixture.service.env, AIRFLEET_KILL_AT: failpoint });
    this.apis.push(api);
    const outcome: unknown = await call(api.url).catch((error: unknown) => error);
    expect(outcome, failpoint).to.be.an('error');
    expect(await api.ended(), failpoint).to.equal('SIGKILL');
    this.killed.push(failpoint);
  }

  /** Sends a change to an API that dies once it is written, and repeats the request, which gets the answer. */
  async change(
    { method, path, body = {} }: Change,
    failpoint: Failpoint = 'rollout-changed',
  ): Promise<Reply> {
    const headers = { 'Idempotency-Key': randomUUID() };
    const { token } = this.fixture.organisation.admin;
    await this.apiDiesAt(failpoint, (url) =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    const reply = await this.fixture.organisation.call(method, path, { body, headers });
    expect(reply.status, reply.text).to.be.below(300);
    const isReplayed = this.wanted.has(failpoint);
    expect(reply.headers.get('Idempotency-Replayed'), path).to.equal(isReplayed ? 'true' : null);
    return reply;
  }

  async close(): Promise<void> {
    await this.running.kill();
    for (const api of this.apis) await api.kill();
  }

  /** As if the leases of the dead had ended, which takes up to half a minute. */
  private async endLeases(): Promise<void> {
    const { models } = this.fixture.service.deps.mongo;
    await models.locks.deleteMany({});
    await models.webhooks.updateMany({}, { $set: { leasedUntil: NO_WAIT } });
  }
}
