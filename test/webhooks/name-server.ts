import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_TXT = 16;
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
    /** The text of the TXT record of each name; a test changes them. */
    readonly texts: Record<string, string>,
  ) {}

  /** @param addresses the IPv4 address of each name */
  static async open(
    addresses: Readonly<Record<string, string>>,
    texts: Record<string, string> = {},
  ): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket, addresses, texts);
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
    const name = nameOf(packet);
    const questionEnd = endOfQuestion(packet);
    const type = packet.readUInt16BE(questionEnd - 4);
    const data = this.dataOf(name, type);
    const isKnown = name in this.addresses || name in this.texts;
    const reply = Buffer.from(packet.subarray(0, questionEnd));
    reply.writeUInt16BE(0x8180 | (isKnown ? 0 : NAME_ERROR), 2);
    reply.writeUInt16BE(data === null ? 0 : 1, 6);
    reply.fill(0, 8, HEADER_BYTES);
    // A pointer to the name of the question, the type, the class IN, a lifetime of zero, and the length of the data.
    const record = [0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, data?.length ?? 0];
    const bytes = data === null ? reply : Buffer.concat([reply, Buffer.from(record), data]);
    this.socket.send(bytes, from.port, from.address);
  }

  /** The data of a record of up to 255 bytes; null without one. */
  private dataOf(name: string, type: number): Buffer | null {
    const [address, text] = [this.addresses[name], this.texts[name]];
    if (type === TYPE_A && address !== undefined) return Buffer.from(address.split('.').map(Number));
    if (type === TYPE_TXT && text !== undefined) return Buffer.from([text.length, ...Buffer.from(text)]);
    return null;
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
