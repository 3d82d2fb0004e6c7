import { once } from 'node:events';
import { serialize } from 'bson';
import { expect } from 'chai';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, type TestDatabase } from './open-database.js';
import { message, RawClient } from './raw-client.js';

describeGateway('wire protocol', () => {
  let database: TestDatabase;
  let client: RawClient;
  let $db: string;

  before(async () => {
    database = await openDatabase('wire');
    $db = database.db.databaseName;
  });
  beforeEach(async () => {
    client = await RawClient.open();
  });
  afterEach(() => client.socket.destroy());
  after(() => database.close());

  it('answers the legacy hello that opens a connection', async () => {
    const query = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('admin.$cmd\0'),
      Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]),
      serialize({ ismaster: 1, helloOk: true }),
    ]);
    const head = Buffer.alloc(16);
    [16 + query.length, 1, 0, 2004].forEach((value, index) => head.writeInt32LE(value, index * 4));
    client.socket.write(Buffer.concat([head, query]));
    expect(await client.answer()).to.include({ ismaster: true, helloOk: true, ok: 1 });
  });

  it('reads a message that arrives byte by byte, and several that arrive at once', async () => {
    const ping = message({ ping: 1, $db });
    for (const byte of ping) client.socket.write(Buffer.of(byte));
    expect(await client.answer()).to.include({ ok: 1 });
    client.socket.write(Buffer.concat([ping, message({ hello: 1, $db }), ping]));
    expect(await client.answer()).to.include({ ok: 1 });
    expect(await client.answer()).to.include({ isWritablePrimary: true });
    expect(await client.answer()).to.include({ ok: 1 });
  });

  it('reads document sequences and a checksum', async () => {
    client.socket.write(message({ insert: 'sequence', $db }, { documents: [{ _id: 1 }, { _id: 2 }] }, 1));
    expect(await client.answer()).to.include({ n: 2, ok: 1 });
  });

  it('does not answer a message with moreToCome', async () => {
    client.socket.write(message({ insert: 'silent', $db, documents: [{ _id: 1 }] }, {}, 2));
    client.socket.write(message({ count: 'silent', $db }));
    expect(await client.answer()).to.include({ n: 1 });
  });

  it('closes the connection on an invalid message, and keeps serving the others', async () => {
    for (const garbage of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(16),
      message({}).fill(7, 12, 16),
    ]) {
      const other = await RawClient.open();
      const closed = once(other.socket, 'close');
      other.socket.write(garbage);
      await closed;
    }
    client.socket.write(message({ ping: 1, $db }));
    expect(await client.answer()).to.include({ ok: 1 });
  });
});
