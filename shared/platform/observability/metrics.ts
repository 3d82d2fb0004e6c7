import type { Connection, mongo } from 'mongoose';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of both processes; docs/operations.md describes each. */
export type Metrics = ReturnType<typeof createMetrics>;

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SLOW = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 300, 900];
const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];

/** Those of the process itself, such as its memory and the lag of its event loop, which a timer measures. */
let ofProcess: Registry | undefined;

function metricsOfProcess(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, prefix: 'airfleet_' });
  }
  return ofProcess;
}

/** Creates the metrics in a registry of their own, so that a test process can run several services. */
export function createMetrics() {
  const registry = Registry.merge([metricsOfProcess()]);
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'airfleet_request_duration_seconds',
      help: 'Time from a request to its answer, by operation, method and status',
      labelNames: ['operation', 'method', 'status'],
      buckets: FAST,
      registers,
    }),
    heartbeats: new Counter({
      name: 'airfleet_heartbeats_total',
      help: 'Heartbeats, by outcome: recorded or refused',
      labelNames: ['outcome'],
      registers,
    }),
    heartbeatsRemembered: new Counter({
      name: 'airfleet_heartbeats_remembered_total',
      help: 'Heartbeats that were recorded by what was remembered of their devices',
      registers,
    }),
    heartbeatBatch: new Histogram({
      name: 'airfleet_heartbeat_batch_size',
      help: 'Heartbeats that shared one write',
      buckets: BATCH_SIZES,
      registers,
    }),
    deafSeconds: new Counter({
      name: 'airfleet_deaf_seconds_total',
      help: 'Seconds in which the service did not hear devices, by scope: installation or organisation; counted at the end',
      labelNames: ['scope'],
      registers,
    }),
    alertNotices: new Counter({
      name: 'airfleet_alert_notices_total',
      help: 'Openings and closings of alerts that receivers were told of, by kind and notice: opened or closed',
      labelNames: ['kind', 'notice'],
      registers,
    }),
    mailTries: new Counter({
      name: 'airfleet_mail_tries_total',
      help: 'Tries to send a mail, by outcome: sent or failed',
      labelNames: ['outcome'],
      registers,
    }),
    transitions: new Counter({
      name: 'airfleet_upgrade_transitions_total',
      help: 'Changes of status by dispatch, reports and deadlines; not replaced upgrades, nor removed devices or schedules',
      labelNames: ['from', 'to'],
      registers,
    }),
    scheduleLag: new Histogram({
      name: 'airfleet_schedule_lag_seconds',
      help: 'Time from when a schedule was due until all of it was released',
      buckets: SLOW,
      registers,
    }),
    jobs: new Histogram({
      name: 'airfleet_job_duration_seconds',
      help: 'Time a job took, by name and outcome',
      labelNames: ['job', 'outcome'],
      buckets: SLOW,
      registers,
    }),
    sweepFindings: new Counter({
      name: 'airfleet_sweep_findings_total',
      help: 'What the sweep found and put right, by kind; kind "failed" counts sweeps that failed',
      labelNames: ['kind'],
      registers,
    }),
    sweeps: new Gauge({
      name: 'airfleet_last_sweep_timestamp_seconds',
      help: 'When a sweep last succeeded',
      registers,
    }),
    loops: new Histogram({
      name: 'airfleet_loop_pass_duration_seconds',
      help: 'Time a pass of a loop of the worker took, by loop and outcome: done or failed',
      labelNames: ['loop', 'outcome'],
      buckets: SLOW,
      registers,
    }),
    rolloutTicks: new Histogram({
      name: 'airfleet_rollout_tick_duration_seconds',
      help: 'Time a tick of a rollout took, by outcome: written, or overtaken by another change',
      labelNames: ['outcome'],
      buckets: SLOW,
      registers,
    }),
    rolloutDispatches: new Counter({
      name: 'airfleet_rollout_dispatches_total',
      help: 'Upgrades that rollouts gave a slot',
      registers,
    }),
    rolloutTrips: new Counter({
      name: 'airfleet_rollout_trips_total',
      help: 'Rollouts that paused themselves, by gate',
      labelNames: ['gate'],
      registers,
    }),
    configurationFetches: new Counter({
      name: 'airfleet_configuration_fetches_total',
      help: 'Fetches of configurations by devices, by status of the answer',
      labelNames: ['status'],
      registers,
    }),
    configurationRenders: new Histogram({
      name: 'airfleet_configuration_render_seconds',
      help: 'Time to read and render the documents of a group of fetches',
      buckets: FAST,
      registers,
    }),
    webhookTries: new Histogram({
      name: 'airfleet_webhook_try_duration_seconds',
      help: 'Time a try of a webhook took, by outcome: delivered or failed',
      labelNames: ['outcome'],
      buckets: SLOW,
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'airfleet_webhook_deliveries_total',
      help: 'Deliveries of webhooks that ended, by outcome: Delivered or Failed',
      labelNames: ['outcome'],
      registers,
    }),
    configurationCanaries: new Counter({
      name: 'airfleet_configuration_canaries_total',
      help: 'Tests of a change on the canary of a part that ended, by outcome: passed, refused, silent, lost or left',
      labelNames: ['outcome'],
      registers,
    }),
    store: new Histogram({
      name: 'airfleet_store_duration_seconds',
      help: 'Time for which a connection to MongoDB was in use, which is that of one command',
      buckets: FAST,
      registers,
    }),
  };
}

/**
 * Measures every command of the connection's client: it checks out a connection of the pool for each. The driver's command
 * events, which have their names, decode each reply a second time.
 */
export function observeMongo(connection: Connection, { store }: Pick<Metrics, 'store'>): void {
  const checkedOut = new Map<string, number>();
  connection.once('connected', () => {
    const client: mongo.MongoClient = connection.getClient();
    client.on('connectionCheckedOut', (event) => {
      checkedOut.set(keyOf(event), performance.now());
    });
    client.on('connectionCheckedIn', (event) => {
      const key = keyOf(event);
      const since = checkedOut.get(key);
      checkedOut.delete(key);
      if (since !== undefined) store.observe((performance.now() - since) / 1000);
    });
  });
}

/** Ids of connections are those of the pool of one server. */
function keyOf({
  address,
  connectionId,
}: Pick<mongo.ConnectionCheckedOutEvent, 'address' | 'connectionId'>): string {
  return `${connectionId} ${address}`;
}
