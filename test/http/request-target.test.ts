import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { sharedApi } from '../fixtures/api.js';

/** Sends a request with this target, as no client library does, and returns the whole answer. */
async function answerTo(target: string): Promise<string> {
  const { url } = await sharedApi();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: airfleet\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

// docs/http.md#errors
describe('a request target', () => {
  for (const target of ['http://%@x/v1/networks', 'foo://bar', '//%@x/#'])
    it(`is refused when it is ${target}, which has no readable path`, async () => {
      const answer = await answerTo(target);
      expect(answer).to.match(/^HTTP\/1\.1 400 /);
      expect(answer).to.match(/\r\nX-Request-Id: /i);
      expect(answer).to.contain('{"msg":"The request target cannot be read","error_code":1103}');
    });

  it('may be a whole URL', async () => {
    const answer = await answerTo('http://airfleet.example/v1/networks');
    expect(answer).to.match(/^HTTP\/1\.1 401 /);
  });
});
