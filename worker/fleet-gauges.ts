import type { Job } from 'bullmq';
import { Gauge } from 'prom-client';
import { CONFIGURATION_STATES } from '../shared/configuration/records/domain/device-configuration.js';
import type { Deps } from '../shared/composition/deps.js';

/** Scrapes query the stores at most this often. */
const FRESH_MS = 15_000;

/** Gauges read from the stores at a scrape: open upgrades, jobs, and what is overdue. */
export function registerFleetGauges({ stores, jobs, metrics, log, now }: Deps): void {
  const registers = [metrics.registry];
  const upgrades = new Gauge({
    name: 'airfleet_upgrades',
    help: 'Upgrades that have not ended, by status',
    labelNames: ['status'],
    registers,
  });
  const depth = new Gauge({
    name: 'airfleet_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers,
  });
  const configurations = new Gauge({
    name: 'airfleet_configuration_devices',
    help: 'Devices by the state of their configuration, when the worker last looked',
    labelNames: ['state'],
    registers,
  });
  const overdue = new Gauge({
    name: 'airfleet_overdue_seconds',
    help: 'How long the most overdue work has waited: a due schedule, an upgrade past its deadline, a tick of a rollout',
    labelNames: ['what'],
    registers,
  });
  const held = new Gauge({
    name: 'airfleet_configuration_held_networks',
    help: 'Networks whose configuration is held',
    registers,
  });
  const outbox = new Gauge({
    name: 'airfleet_webhook_outbox_age_seconds',
    help: 'How long the most overdue delivery of a webhook has waited',
    registers,
  });
  const notices = new Gauge({
    name: 'airfleet_alert_notice_age_seconds',
    help: 'How long the alert that has waited longest to be announced has waited',
    registers,
  });
  const mails = new Gauge({
    name: 'airfleet_mail_age_seconds',
    help: 'How long the most overdue mail has waited',
    registers,
  });
  const deaf = new Gauge({
    name: 'airfleet_deaf_periods',
    help: 'Deaf periods that last, by scope: installation or organisation',
    labelNames: ['scope'],
    registers,
  });
  const refresh = async (): Promise<void> => {
    for (const [status, count] of await stores.upgrades.openCounts()) upgrades.set({ status }, count);
    const totals = await stores.tallies.configurationTotals();
    for (const state of CONFIGURATION_STATES) configurations.set({ state }, totals[state] ?? 0);
    held.set(await stores.canaries.countHeld());
    for (const [scope, count] of Object.entries(await stores.deafPeriods.countLasting()))
      deaf.set({ scope }, count);
    const at = now();
    const [[upgrade], [schedule], [rollout], delivery, notice, mail] = await Promise.all([
      stores.upgradeAdmin.stuckUpgrades(at, 1),
      stores.upgradeAdmin.stuckSchedules(at, 1),
      stores.rollouts.due(at, 1),
      stores.senders.oldestDue(at),
      stores.alertNotices.oldestDue(at),
      stores.mails.oldestDue(at),
    ]);
    overdue.set({ what: 'upgrade' }, secondsSince(upgrade?.deadlineAt ?? at, at));
    overdue.set({ what: 'schedule' }, secondsSince(schedule?.dueAt ?? at, at));
    overdue.set({ what: 'rollout' }, secondsSince(rollout?.tickAt ?? at, at));
    outbox.set(secondsSince(delivery ?? at, at));
    notices.set(secondsSince(notice ?? at, at));
    mails.set(secondsSince(mail ?? at, at));
    for (const queue of jobs.queues) {
      for (const [state, count] of Object.entries(await queue.getJobCounts()))
        depth.set({ queue: queue.name, state }, count);
      const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
      waiting.set({ queue: queue.name }, oldest ? secondsSince(takeableFrom(oldest), new Date()) : 0);
    }
  };
  let refreshedAt = -Infinity;
  const waiting = new Gauge({
    name: 'airfleet_queue_oldest_waiting_seconds',
    help: 'Age of the job that has waited longest to be taken',
    labelNames: ['queue'],
    registers,
    async collect() {
      if (performance.now() - refreshedAt < FRESH_MS) return;
      refreshedAt = performance.now();
      // A scrape while a store is down still shows the other metrics.
      await refresh().catch((error: unknown) => {
        log.debug({ err: error }, 'The gauges of the fleet were not refreshed');
      });
    },
  });
}

function secondsSince(then: Date, at: Date): number {
  return (at.getTime() - then.getTime()) / 1000;
}

/** A delayed job is not waiting for a worker before its due time. */
function takeableFrom({ timestamp, opts }: Job): Date {
  return new Date(timestamp + (opts.delay ?? 0));
}
