import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import {
  askingDevice,
  enrol,
  makeEnrolmentToken,
  type AskingDevice,
} from '../../fixtures/records/enrolment.js';
import { createQuota, MINUTE_S } from '../../../api/http/limits/quota.js';
import { startTestApi, type Client } from '../../fixtures/api.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const DEVICES = 1000;
/** The requests of one token in a minute. */
const OF_TOKEN = 2000;
/** A connection that a busy machine did not make in time. */
const NO_ANSWER = 0;

describe('devices that enrol at once', () => {
  let fixture: UpgradeFixture;
  let board: string;

  beforeEach(async () => {
    fixture = await upgradeFixture();
    board = `board ${fixture.org}`;
    const { hardwareParts } = fixture.api.deps.mongo.models;
    await hardwareParts.updateOne({ _id: fixture.part._id }, { $set: { boards: [board] } });
  });

  /** Sends all requests at once; those that are refused say when to send them again. */
  async function statusesOf(
    api: Client,
    devices: readonly AskingDevice[],
    headers: Record<string, string> = {},
  ): Promise<number[]> {
    const replies = await Promise.all(devices.map((device) => enrol(api, device, headers).catch(() => null)));
    for (const reply of replies)
      if (reply?.status === 429 || reply?.status === 503)
        expect(Number(reply.headers.get('Retry-After'))).to.be.within(1, 60);
    return replies.map((reply) => reply?.status ?? NO_ANSWER);
  }

  /** The statuses in the end: a device that gets no answer, or one of a busy service, sends its request again. */
  async function lastStatuses(devices: readonly AskingDevice[]): Promise<number[]> {
    const statuses = await statusesOf(fixture.api, devices);
    const isRefused = (status: number | undefined): boolean => status === 503 || status === NO_ANSWER;
    const refused = devices.filter((_, index) => isRefused(statuses[index]));
    const others = statuses.filter((status) => !isRefused(status));
    return refused.length === 0 ? others : [...others, ...(await lastStatuses(refused))];
  }

  async function countsOf(tokenId: number): Promise<number[]> {
    const { models } = fixture.api.deps.mongo;
    const own = { organisationId: fixture.org };
    const { deviceCount } = await models.organisations.findById(fixture.org).lean().orFail();
    const network = await models.networks.findById(fixture.network._id).lean().orFail();
    const { places } = await models.enrolmentTokens.findById(tokenId).lean().orFail();
    const records = await Promise.all([
      models.devices.countDocuments(own),
      models.masterInventory.countDocuments(own),
      models.deviceStates.countDocuments(own),
      models.auditEntries.countDocuments({ ...own, action: 'device.enrolled' }),
    ]);
    return [deviceCount, network.deviceCount, places, ...records];
  }

  // docs/enrolment.md#enrol-3
  it('are in the inventory once each, and not one more than it may hold', async () => {
    const { models } = fixture.api.deps.mongo;
    await models.organisations.updateOne({ _id: fixture.org }, { $set: { noOfAps: DEVICES } });
    const fields = { networkId: fixture.network._id, maxDevices: 2 * DEVICES };
    const token = await makeEnrolmentToken(fixture.api.deps, fixture.org, fields);
    const devices = Array.from({ length: DEVICES + 1 }, () => askingDevice(token, board));
    const statuses = await lastStatuses(devices);
    expect(statuses.filter((status) => status === 201)).to.have.length(DEVICES);
    expect(statuses.filter((status) => status === 422)).to.have.length(1);
    expect(await countsOf(token._id)).to.deep.equal(Array(7).fill(DEVICES));
  });

  // docs/enrolment.md#enrol-9
  it('get 429 beyond the limit of their address, and are enrolled later', async () => {
    const api = await startTestApi({ env: { RATE_LIMIT_ADDRESS_PER_MINUTE: '20', TRUST_PROXY: '1' } });
    const from = { 'X-Forwarded-For': `198.18.${randomInt(256)}.${randomInt(1, 255)}` };
    const token = await makeEnrolmentToken(fixture.api.deps, fixture.org, {
      networkId: fixture.network._id,
      maxDevices: 30,
    });
    const devices = Array.from({ length: 30 }, () => askingDevice(token, board));
    const statuses = await statusesOf(api, devices, from);
    expect(statuses.filter((status) => status === 201)).to.have.length(20);
    expect(statuses.filter((status) => status === 429)).to.have.length(10);
    expect(await countsOf(token._id)).to.deep.equal(Array(7).fill(20));
    expect(await lastStatuses(devices)).to.deep.equal(Array(30).fill(201));
    expect((await countsOf(token._id)).slice(0, 6)).to.deep.equal(Array(6).fill(30));
    await api.close();
  });

  // docs/enrolment.md#enrol-9
  it('get 429 beyond the limit of their token', async () => {
    const token = await makeEnrolmentToken(fixture.api.deps, fixture.org);
    const device = askingDevice(token);
    const { limiter } = createQuota(fixture.api.deps.redis, 'enrolment', OF_TOKEN, MINUTE_S);
    await limiter.penalty(token.tokenHash, OF_TOKEN - 3);
    const statuses: number[] = [];
    while (statuses.length < 4) statuses.push(...(await statusesOf(fixture.api, [device])));
    expect(statuses).to.deep.equal([202, 202, 202, 429]);
  });
});
