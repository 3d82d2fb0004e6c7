import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { deserialize, type Document, serialize } from 'bson';
import { gatewayUri } from './gateway-uri.js';

/** Builds an OP_MSG with a body and optional document sequences. */
export function message(body: Document, sequences: Record<string, Document[]> = {}, flags = 0): Buffer {
  const sections = [Buffer.of(0), serialize(body)];
  for (const [name, documents] of Object.entries(sequences)) {
    const content = Buffer.concat([
      Buffer.from(`${name}\0`),
      ...documents.map((document) => serialize(document)),
    ]);
    const size = Buffer.alloc(4);
    size.writeInt32LE(content.length + 4, 0);
    sections.push(Buffer.of(1), size, content);
  }
  const checksum = flags & 1 ? [Buffer.alloc(4)] : [];
  const payload = Buffer.concat([...sections, ...checksum]);
  const head = Buffer.alloc(20);
  [20 + payload.length, 7, 0, 2013, flags].forEach((value, index) => head.writeInt32LE(value, index * 4));
  return Buffer.concat([head, payload]);
}

/** A client that sends raw bytes, for messages that a driver does not send. */
export class RawClient {
  #received = Buffer.alloc(0);

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    socket.on('error', () => undefined);
  }

  static async open(): Promise<RawClient> {
    const { hostname, port } = new URL(gatewayUri().replace('mongodb:', 'http:'));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Returns the document of the next OP_MSG or legacy OP_REPLY. */
  async answer(): Promise<Document> {
    while (this.#received.length < 4 || this.#received.length < this.#received.readInt32LE(0)) {
      await once(this.socket, 'data');
    }
    const frame = this.#received.subarray(0, this.#received.readInt32LE(0));
    this.#received = this.#received.subarray(frame.length);
    return deserialize(frame.subarray(frame.readInt32LE(12) === 1 ? 36 : 21));
  }
}
