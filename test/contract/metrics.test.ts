import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { parse } from 'yaml';
import type { RunningWorker } from '../../worker/start-worker.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { TestService } from '../fixtures/records/test-service.js';
import { startTestWorker } from '../fixtures/test-worker.js';

/** Names as a scraper sees them, without the suffixes of Prometheus histograms. */
function metricNames(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/airfleet_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  );
}

describe('metrics', () => {
  let service: TestService;
  let worker: RunningWorker;
  before(async () => {
    service = await TestService.open({ SWEEP_INTERVAL_S: '1' }, new RealClock());
    worker = await startTestWorker(service);
  });
  after(async () => {
    await worker.close();
    await service.close();
  });

  const scrapeWorker = async (): Promise<string> => (await fetch(`${worker.probesUrl}/metrics`)).text();

  it('include all that the dashboard and the alerts query', async () => {
    const { text } = await service.api.call('GET', '/metrics');
    const exist = metricNames(text + (await scrapeWorker()));
    const dashboard = JSON.parse(await readFile('docs/monitoring/grafana-dashboard.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const alerts = parse(await readFile('docs/monitoring/alerts.yaml', 'utf8')) as {
      groups: { rules: { expr: string }[] }[];
    };
    const asked = [
      ...dashboard.panels.flatMap((panel) => panel.targets.map((target) => target.expr)),
      ...alerts.groups.flatMap((group) => group.rules.map((rule) => rule.expr)),
    ];
    for (const name of metricNames(asked.join(' '))) expect([...exist], name).to.include(name);
  });

  it('of the API count requests by operation, and commands to the stores', async () => {
    const fixture = await service.fixture();
    const count = async (): Promise<number> => {
      const { text } = await fixture.api.call('GET', '/metrics');
      const line =
        /airfleet_request_duration_seconds_count\{operation="upgrades show",method="GET",status="404"\} (\d+)/.exec(
          text,
        );
      return Number(line?.[1] ?? 0);
    };
    const before = await count();
    await fixture.call('GET', '/upgrades/999999999');
    expect(await count()).to.equal(before + 1);
    const { text } = await fixture.api.call('GET', '/metrics');
    expect(text).to.match(/airfleet_store_duration_seconds_count [1-9]/);
  });

  it('of the worker report open upgrades, the queue and the time of the last sweep', async () => {
    const text = await eventually('a sweep', async () => {
      const scraped = await scrapeWorker();
      return /airfleet_last_sweep_timestamp_seconds [1-9]/.test(scraped) && scraped;
    });
    for (const what of ['upgrade', 'schedule', 'rollout'])
      expect(text).to.match(new RegExp(`airfleet_overdue_seconds\\{what="${what}"\\} \\d`));
    expect(text).to.match(/airfleet_upgrades\{status="Pending"\} \d/);
    expect(text).to.match(/airfleet_queue_jobs\{queue="upgrade-schedules",state="waiting"\} \d/);
    expect(text).to.include('airfleet_nodejs_eventloop_lag_seconds');
  });
});
