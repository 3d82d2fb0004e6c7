import { createSecureContext } from 'node:tls';
import fc from 'fast-check';
import { count } from '../count.js';
import type { HostileMessage } from './broken-frames.js';
import { HostileConnection } from './hostile-connection.js';
import { hostileMessage } from './hostile-message.js';
import { connectMessage } from './recorded-messages.js';

/** Fewer than a device may send at once, so that most messages are read. */
const OF_CONNECTION = 80;
const BETWEEN_PINGS = 20;
/** Less than may wait to be read. */
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_FAULTS = 20;
/** Another connection of the device, or none of `connect`: docs/ucentral.md#connections. */
const BY_POLICY = 1008;

export interface HostileDevice {
  readonly serial: string;
  readonly isSwitch: boolean;
  /** In PEM. */
  readonly certificate: string;
  readonly key: string;
}

export interface FramePlan {
  readonly url: string;
  /** Of the gateway, in PEM. */
  readonly authority: string;
  readonly devices: readonly HostileDevice[];
  /** Serials of devices that are not hostile. */
  readonly others: readonly string[];
  readonly seed: number;
  readonly messages: number;
}

export interface FrameResult {
  readonly sent: number;
  readonly connections: number;
  readonly byKind: ReadonlyMap<string, number>;
  /** The codes with which connections have ended, and how many have not. */
  readonly byEnd: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

/** Sends the messages over one connection of each device at a time. Runs with the same seed send the same messages. */
export async function runFrames({ devices, others, ...plan }: FramePlan): Promise<FrameResult> {
  const [byKind, byEnd] = [new Map<string, number>(), new Map<string, number>()];
  const faults: string[] = [];
  let [sent, connections] = [0, 0];

  async function converse(device: HostileDevice, seed: number): Promise<void> {
    const { certificate: cert, key } = device;
    const identity = createSecureContext({ cert, key, ca: plan.authority });
    const connection = await HostileConnection.open(plan.url, identity);
    connections += 1;
    const messages = conversation(device, others, seed);
    for (const [index, message] of messages.entries()) {
      await connection.send(message);
      if (connection.closedWith === null) sent += 1;
      count(byKind, message.kind);
      if (index % BETWEEN_PINGS === BETWEEN_PINGS - 1) await connection.isAnswered();
    }
    const ends = messages.at(-1)?.ends ?? null;
    const end = ends === null && (await connection.isAnswered()) ? null : await connection.ended();
    count(byEnd, end === null ? 'goes on' : String(end));
    if (end !== ends && end !== BY_POLICY)
      faults.push(`seed ${seed}: ends with ${end}, not ${ends}, after ${shown(messages)}`);
    connection.cut();
  }

  const lanes = devices.map(async (device, lane) => {
    for (
      let seed = plan.seed + lane;
      sent < plan.messages && faults.length < MAX_FAULTS;
      seed += devices.length
    )
      await converse(device, seed).catch((error: unknown) => faults.push(`seed ${seed}: ${String(error)}`));
  });
  await Promise.all(lanes);
  return { sent, connections, byKind, byEnd, faults };
}

/** The messages of a connection, up to the first that ends it. Most devices first say that they have connected. */
function conversation(
  { serial, isSwitch }: HostileDevice,
  others: readonly string[],
  seed: number,
): HostileMessage[] {
  const generated = fc.sample(hostileMessage({ own: serial, others }), { seed, numRuns: OF_CONNECTION });
  const data = JSON.stringify(connectMessage(serial, isSwitch));
  const connect: HostileMessage = { kind: 'connect', as: 'text', data, ends: null };
  const all = seed % 4 === 0 ? [...generated, connect] : [connect, ...generated];
  const end = all.findIndex(({ ends }) => ends !== null);
  const upToEnd = end < 0 ? all : all.slice(0, end + 1);
  let bytes = 0;
  return upToEnd.filter(({ data: content, ends }) => {
    const fits = ends !== null || bytes + content.length <= MAX_BYTES;
    if (fits) bytes += content.length;
    return fits;
  });
}

function shown(messages: readonly HostileMessage[]): string {
  const { kind = '', data = '' } = messages.at(-1) ?? {};
  return `${kind}: ${data.toString('utf8').slice(0, 300)}`;
}
