import { expect } from 'chai';
import { EnvError, readEnv } from '../../../shared/platform/env/env.js';
import { parseRedisAddress } from '../../../shared/platform/env/redis-address.js';

describe('parseRedisAddress', () => {
  it('accepts the URL of one server', () => {
    for (const url of ['redis://127.0.0.1:6379', 'rediss://user:secret@redis.example:6380/2']) {
      expect(parseRedisAddress(url)).to.deep.equal({ kind: 'server', url });
    }
  });

  it('reads the nodes of a cluster, the login and TLS', () => {
    expect(parseRedisAddress('redis+cluster://a.example:7000,[::1]:7001')).to.deep.equal({
      kind: 'cluster',
      nodes: [
        { host: 'a.example', port: 7000 },
        { host: '::1', port: 7001 },
      ],
      login: {},
      tls: false,
    });
    expect(parseRedisAddress('rediss+cluster://fleet:p%40ss@a:1')).to.deep.equal({
      kind: 'cluster',
      nodes: [{ host: 'a', port: 1 }],
      login: { username: 'fleet', password: 'p@ss' },
      tls: true,
    });
  });

  it('reads the sentinels and the name of the server', () => {
    expect(parseRedisAddress('redis+sentinel://:secret@a:26379,b:26379/queues')).to.deep.equal({
      kind: 'sentinels',
      name: 'queues',
      nodes: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26379 },
      ],
      login: { password: 'secret' },
      tls: false,
    });
  });

  for (const wrong of [
    'http://a:1',
    'redis+cluster://a',
    'redis+cluster://a:1,',
    'redis+cluster://a:1/0',
    'redis+sentinel://a:1',
    'redis+other://a:1',
    'redis://a:b:c',
    '127.0.0.1:6379',
  ]) {
    it(`refuses ${wrong}`, () => {
      expect(parseRedisAddress(wrong)).to.equal(null);
    });
  }
});

describe('readEnv with a Redis Cluster', () => {
  const REDIS_URL = 'redis+cluster://a:1,b:1';

  it('requires a hash tag in QUEUE_PREFIX, which the default has', () => {
    expect(readEnv({ REDIS_URL }).queuePrefix).to.equal('{airfleet}');
    expect(readEnv({ REDIS_URL, QUEUE_PREFIX: 'a-{b}' }).queuePrefix).to.equal('a-{b}');
    expect(() => readEnv({ REDIS_URL, QUEUE_PREFIX: 'plain' })).to.throw(EnvError, /QUEUE_PREFIX.*hash tag/);
    expect(readEnv({ QUEUE_PREFIX: 'plain' }).queuePrefix).to.equal('plain');
  });

  it('names the variable of a faulty address without repeating the address', () => {
    expect(() => readEnv({ REDIS_URL: 'redis+cluster://:hunter2@a' }))
      .to.throw(EnvError, /REDIS_URL/)
      .with.property('message')
      .not.include('hunter2');
  });
});
