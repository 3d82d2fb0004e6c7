import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'operation' | 'method' | 'status'>;
  readonly jobs: Histogram<'job' | 'outcome'>;
  readonly sweepFindings: Counter<'kind'>;
}

/** The process's Prometheus metrics, in a registry of their own so that several can live in one test process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'airfleet_' });
  return {
    registry,
    requests: new Histogram({
      name: 'airfleet_http_request_duration_seconds',
      help: 'Time from a request to its answer, by operation, method and status',
      labelNames: ['operation', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    jobs: new Histogram({
      name: 'airfleet_job_duration_seconds',
      help: 'Time a job took, by name and outcome',
      labelNames: ['job', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
      registers: [registry],
    }),
    sweepFindings: new Counter({
      name: 'airfleet_sweep_findings_total',
      help: 'What the sweep found and put right, by kind',
      labelNames: ['kind'],
      registers: [registry],
    }),
  };
}
