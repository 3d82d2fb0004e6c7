import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { TestClock } from '../../fixtures/clock.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const START = '2026-01-15T12:00:00Z';

/** The sent time, the shown time and the due time. */
const TIMES = [
  [
    'America/New_York',
    '2026-03-08 01:59',
    '2026-03-08T01:59:00-05:00',
    'the last minute before the spring hour',
  ],
  ['America/New_York', '2026-03-08 03:00', '2026-03-08T03:00:00-04:00', 'the first minute after it'],
  [
    'America/New_York',
    '2026-11-01 01:30',
    '2026-11-01T01:30:00-04:00',
    'the autumn hour, its first occurrence',
  ],
  ['America/New_York', '2026-11-01T01:30:00-05:00', '2026-11-01T01:30:00-05:00', 'its second, by the offset'],
  ['America/New_York', '2026-11-01 02:00', '2026-11-01T02:00:00-05:00', 'the hour after it'],
  [
    'Europe/Berlin',
    '2026-03-29 01:59',
    '2026-03-29T01:59:00+01:00',
    'the last minute before the spring hour',
  ],
  ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T03:00:00+02:00', 'the first minute after it'],
  ['Europe/Berlin', '2026-10-25 02:30', '2026-10-25T02:30:00+02:00', 'the autumn hour, its first occurrence'],
  ['Europe/Berlin', '2026-10-25T02:30+01:00', '2026-10-25T02:30:00+01:00', 'its second, by the offset'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00', 'an offset wins over the zone'],
  ['Asia/Kolkata', '2026-03-29 02:30', '2026-03-29T02:30:00+05:30', 'no clock is changed in spring'],
  ['Asia/Kolkata', '2026-11-01 01:30', '2026-11-01T01:30:00+05:30', 'nor in autumn'],
  [
    'Australia/Lord_Howe',
    '2026-04-05 01:45',
    '2026-04-05T01:45:00+11:00',
    'the autumn half hour, its first occurrence',
  ],
  [
    'Australia/Lord_Howe',
    '2026-04-05T01:45:00+10:30',
    '2026-04-05T01:45:00+10:30',
    'its second, by the offset',
  ],
  [
    'Australia/Lord_Howe',
    '2026-10-04 01:59',
    '2026-10-04T01:59:00+10:30',
    'the last minute before the spring half hour',
  ],
  ['Australia/Lord_Howe', '2026-10-04 02:30', '2026-10-04T02:30:00+11:00', 'the first minute after it'],
] as const;

const SKIPPED = [
  ['America/New_York', '2026-03-08 02:00'],
  ['America/New_York', '2026-03-08 02:59'],
  ['Europe/Berlin', '2026-03-29 02:30'],
  ['Australia/Lord_Howe', '2026-10-04 02:00'],
  ['Australia/Lord_Howe', '2026-10-04 02:29'],
] as const;

describe('upgrades create, the time of a schedule', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: TestDevice;
  before(async () => {
    service = await TestService.open({}, new TestClock(START));
    fixture = await service.fixture();
  });
  after(() => service.close());
  beforeEach(async () => {
    service.clock.set(START);
    device = await fixture.device();
  });

  function post(fields: Record<string, unknown>) {
    return fixture.post({ aps: [`AP:${device._id}`], schedule_type: 'later', ...fields });
  }

  for (const [time_zone, schedule_at, shown, what] of TIMES) {
    it(`${time_zone} ${schedule_at} is ${shown}: ${what}`, async () => {
      const { status, text } = await post({ time_zone, schedule_at });
      expect(status, text).to.equal(200);
      const { _id, dueAt, scheduleId } = await service.latest(device);
      expect(dueAt.getTime()).to.equal(Date.parse(shown));
      const { body } = await fixture.call('GET', `/upgrades/${_id}.json`);
      const { upgrades } = (body as { data: { upgrades: Record<string, unknown> } }).data;
      expect(upgrades).to.include({ schedule_at: shown, time_zone, schedule_type: 'later' });

      const [queue] = service.deps.jobs.queues;
      const job = await queue?.getJob(`schedule-${scheduleId}-${dueAt.getTime()}`);
      expect(job?.delay).to.equal(dueAt.getTime() - Date.parse(START));

      service.clock.set(new Date(dueAt.getTime() - 1));
      await service.dispatch();
      expect((await service.latest(device)).status).to.equal('');
      service.clock.set(dueAt);
      await service.dispatch();
      expect((await service.latest(device)).status).to.equal('Queued');
    });
  }

  for (const [time_zone, schedule_at] of SKIPPED) {
    // docs/interface.md#upgrades-create-8
    it(`answers 422 for ${schedule_at} in ${time_zone}, which the clocks skip`, async () => {
      const { status, body } = await post({ time_zone, schedule_at });
      expect(status).to.equal(422);
      expect((body as { message: string }).message).to.include(`does not exist in ${time_zone}`);
      expect(await service.upgrades(device)).to.deep.equal([]);
    });
  }

  const REFUSED: readonly (readonly [what: string, fields: Record<string, unknown>])[] = [
    ['an unknown zone', { time_zone: 'Mars/Olympus', schedule_at: '2026-06-01 12:00' }],
    ['a zone that is no string', { time_zone: { $gt: '' }, schedule_at: '2026-06-01 12:00' }],
    ['no time', {}],
    ['a text that is no time', { schedule_at: 'tomorrow' }],
    ['a date that does not exist', { schedule_at: '2026-02-29 12:00' }],
    ['more than a minute past', { schedule_at: '2026-01-15 11:58' }],
    ['more than a year ahead', { schedule_at: '2027-01-15 12:01' }],
  ];
  for (const [what, fields] of REFUSED) {
    it(`answers 422 for ${what}, and changes nothing`, async () => {
      const { status, body } = await post(fields);
      expect(status).to.equal(422);
      expect(body).to.include({ status: 422 });
      expect(await service.upgrades(device)).to.deep.equal([]);
    });
  }

  it('accepts a time within the last minute, and exactly one year ahead', async () => {
    expect((await post({ schedule_at: '2026-01-15 11:59' })).status).to.equal(200);
    expect((await post({ schedule_at: '2027-01-15 12:00' })).status).to.equal(200);
  });

  it('shows the sent zone and no time for a schedule that is due now', async () => {
    const { token } = await makeUser(service.deps, fixture.org);
    await fixture.post({ aps: [`AP:${device._id}`], time_zone: 'Asia/Kolkata' }, { token });
    const { _id } = await service.latest(device);
    const { text } = await fixture.call('GET', `/upgrades/${_id}.json`);
    const { upgrades } = (JSON.parse(text) as { data: { upgrades: unknown } }).data;
    expect(upgrades).to.include({ schedule_at: null, time_zone: 'Asia/Kolkata', schedule_type: 'now' });
  });
});
