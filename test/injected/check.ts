import { expect } from 'chai';
import type { Endpoint } from '../../api/http/endpoint.js';
import type { Reply } from '../fixtures/api.js';
import { askById } from '../fixtures/asking.js';
import { eventually } from '../fixtures/eventually.js';
import { recordCommands, type SentCommand } from '../fixtures/queries/round-trips.js';
import { isWrite, type Fault } from './faults.js';
import type { InjectedRow, Request } from './injected-row.js';
import { changes, type RecordCounts, type InjectedService } from './injected-service.js';

/** A request without a fault: its commands, how it is answered, once and when it is repeated, and what it changes. */
export interface Expected {
  readonly service: InjectedService;
  readonly row: InjectedRow;
  /** The collections that it writes. */
  readonly written: ReadonlySet<string | null>;
  readonly commands: readonly SentCommand[];
  readonly once: Outcome;
  readonly twice: Outcome;
}

interface Outcome {
  readonly status: number;
  readonly changes: RecordCounts;
}

const IDENTIFYING = new Set<string | null>(['access_tokens', 'users', 'operators']);

export function kindOf({ name, collection }: SentCommand): string {
  return collection === null ? name : `${name} ${collection}`;
}

/** Sends the request twice without a fault. */
export async function expectedOf(
  service: InjectedService,
  endpoint: Endpoint,
  row: InjectedRow,
): Promise<Expected> {
  const { api } = service.faulty;
  // Whatever the API remembers between requests it remembers from here on.
  await send(service, endpoint, await row.request(service));
  const request = await row.request(service);
  const before = await service.counts();
  const { result, commands } = await recordCommands(api.deps, () => send(service, endpoint, request));
  expect(result.status, result.text).to.be.below(300);
  const once = { status: result.status, changes: changes(before, await service.counts()) };
  const repeated = await recordCommands(api.deps, () => send(service, endpoint, request));
  const twice = { status: repeated.result.status, changes: changes(before, await service.counts()) };
  const isRepeated = ({ name, collection }: SentCommand): boolean =>
    repeated.commands.some((command) => command.name === name && command.collection === collection);
  const own = commands.filter(
    (command) =>
      // The driver ignores how an abort ends.
      command.name !== 'abortTransaction' &&
      (row.identifies === true || !IDENTIFYING.has(command.collection)) &&
      // An API also reads the settings every ten seconds, beside its requests.
      (command.collection !== 'settings' || isRepeated(command)),
  );
  const writes = [...commands, ...repeated.commands].filter(isWrite);
  const written = new Set(writes.map(({ collection }) => collection));
  return { service, row, written, commands: own, once, twice };
}

/**
 * Sends a request while one of its commands fails: it succeeds, or is refused as unavailable and then succeeds when it
 * is repeated, or is answered as a repetition when it was done. In the end it has changed what it changes without a
 * fault.
 */
export async function checkFault(
  endpoint: Endpoint,
  { service, row, written, once, twice }: Expected,
  fault: Fault,
  command: SentCommand,
): Promise<void> {
  const what = `${row.by}: ${fault.name} of ${kindOf(command)}`;
  const request = await row.request(service);
  const before = await service.counts(written);
  const { result: first, met } = await service.faulty.during(fault, command, () =>
    send(service, endpoint, request),
  );
  expect(met, `${what}: commands that failed`).to.be.at.least(1);
  if (first.status < 300) {
    const outcome = { status: first.status, changes: changes(before, await service.counts(written)) };
    expect(outcome, what).to.deep.equal(once);
    return;
  }
  expectUnavailable(what, endpoint, first);
  const { status, text } = await sendAgain(service, endpoint, request);
  await service.settle();
  const outcome = { status, changes: changes(before, await service.counts(written)) };
  const shown = `${what}, repeated: ${text} ${JSON.stringify(outcome)}`;
  expect([once, twice], shown).to.deep.include(outcome);
}

/**
 * Sends a refused request again, as its Retry-After asks for. The store may take a moment to roll back what
 * failed, and the request is refused as unavailable until then.
 */
async function sendAgain(service: InjectedService, endpoint: Endpoint, request: Request): Promise<Reply> {
  return eventually(`${endpoint.operation} is available again`, async () => {
    const reply = await send(service, endpoint, request);
    return !isUnavailable(endpoint, reply) && reply;
  });
}

async function send(
  service: InjectedService,
  endpoint: Endpoint,
  { input, token, headers }: Request,
): Promise<Reply> {
  for (const route of endpoint.routes.keys()) {
    const reply = await askById(service.faulty.api, endpoint, input, { token, route, headers });
    if (reply) return reply;
  }
  throw new Error(`${endpoint.operation} has no route for the request`);
}

/** 503 with Retry-After; the table fails with 500 (docs/interface.md#upgrade_list). */
function expectUnavailable(what: string, endpoint: Endpoint, reply: Reply): void {
  const { headers, body, text } = reply;
  expect(isUnavailable(endpoint, reply), `${what}: ${reply.status} ${text}`).to.equal(true);
  expect(Number(headers.get('Retry-After')), `${what}: Retry-After`).to.be.above(0);
  if (endpoint.family === 'v1') expect(body, what).to.include({ error_code: 1108 });
}

function isUnavailable({ family }: Endpoint, { status }: Reply): boolean {
  return status === (family === 'table' ? 500 : 503);
}
