import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const NAME_ERROR = 3;

interface Query {
  readonly packet: Buffer;
  readonly from: RemoteInfo;
}

/** A name server on this machine: it knows some names, is silent about `*.silent.test`, and denies every other. */
export class NameServer {
  /** The names that were asked for, in order, each once. */
  readonly asked = new Set<string>();
  private readonly held: Query[] = [];
  private isSilent = true;

  private constructor(
    private readonly socket: Socket,
    private readonly addresses: Readonly<Record<string, string>>,
  ) {}

  /** @param addresses the IPv4 address of each name */
  static async open(addresses: Readonly<Record<string, string>>): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket, addresses);
    socket.on('message', (packet, from) => {
      server.receive({ packet, from });
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  /** As a resolver takes it. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** Denies the names of what was not answered, and of what is asked from now on. */
  speak(): void {
    this.isSilent = false;
    for (const query of this.held.splice(0)) this.answer(query);
  }

  async close(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private receive(query: Query): void {
    const name = nameOf(query.packet);
    this.asked.add(name);
    if (this.isSilent && name.endsWith('.silent.test')) this.held.push(query);
    else this.answer(query);
  }

  private answer({ packet, from }: Query): void {
    const address = this.addresses[nameOf(packet)];
    const questionEnd = endOfQuestion(packet);
    const isA = packet.readUInt16BE(questionEnd - 4) === TYPE_A;
    const answers = address !== undefined && isA ? 1 : 0;
    const reply = Buffer.from(packet.subarray(0, questionEnd));
    reply.writeUInt16BE(0x8180 | (address === undefined ? NAME_ERROR : 0), 2);
    reply.writeUInt16BE(answers, 6);
    reply.fill(0, 8, HEADER_BYTES);
    // A pointer to the name of the question, the type A, the class IN, a lifetime of zero, and four bytes.
    const record = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4];
    const octets = (address ?? '').split('.').map(Number);
    const bytes = answers === 0 ? reply : Buffer.concat([reply, Buffer.from([...record, ...octets])]);
    this.socket.send(bytes, from.port, from.address);
  }
}

/** Of the one question of a query. */
function nameOf(packet: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER_BYTES, length; (length = packet[at] ?? 0) > 0; at += length + 1)
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
  return labels.join('.').toLowerCase();
}

function endOfQuestion(packet: Buffer): number {
  return packet.indexOf(0, HEADER_BYTES) + 5;
}
