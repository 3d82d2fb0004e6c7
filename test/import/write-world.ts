import { makeMasterDevices, makePart, uniqueMac, type TestDevice } from '../fixtures/records/device.js';
import { makeUser, type TestUser } from '../fixtures/records/organisation.js';
import { makeTemplate } from '../fixtures/records/uplink.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import type { TestService } from '../fixtures/records/test-service.js';

/** Texts at the edges of what a field may hold; `max` is its longest. */
const TEXTS: readonly ((max: number) => string)[] = [
  () => 'plain',
  () => 'Straße 漢字 🙂',
  () => '  padded  ',
  (max) => 'x'.repeat(max),
  (max) => 'x'.repeat(max + 1),
  (max) => 'İ'.repeat(max),
  (max) => '🙂'.repeat(max / 2),
  () => 'bell \u0007',
  () => 'line\nend',
  () => 'next\u0085line',
  () => 'half \ud800',
  () => '\u202eright',
  () => '__proto__',
  () => 'constructor',
  () => '=HYPERLINK("x"),;\'',
  () => '',
];

/** A kind of records with numeric ids. */
type Kind =
  | 'bulkOperations'
  | 'devices'
  | 'enrolments'
  | 'enrolmentTokens'
  | 'initTemplates'
  | 'networkSsids'
  | 'networks'
  | 'radiusServers'
  | 'rollouts'
  | 'schedules'
  | 'selections'
  | 'tags'
  | 'upgrades'
  | 'users'
  | 'webhooks'
  | 'firmwareReleases';

/** The records of the organisation that random requests change, and the random choices. */
export class WriteWorld {
  private constructor(
    readonly service: TestService,
    readonly fixture: UpgradeFixture,
    readonly admin: TestUser,
    readonly devices: readonly TestDevice[],
    private readonly unclaimed: readonly string[],
    private state: number,
  ) {}

  static async make(service: TestService, seed: number): Promise<WriteWorld> {
    const fixture = await service.fixture();
    const { deps } = service;
    const admin = await makeUser(deps, fixture.org, { role: 'super_admin' });
    const switchPart = await makePart(deps, { _id: 'SW=1', isSwitch: true });
    const devices: TestDevice[] = [];
    for (let made = 0; made < 8; made += 1) {
      const part = made === 0 ? switchPart : fixture.part;
      devices.push(await fixture.device({ part, network: made < 6 ? fixture.network : null }));
    }
    const unclaimed = await makeMasterDevices(deps, fixture.part, 400);
    await makeTemplate(deps, fixture.org, ['1', '2', '4']);
    return new WriteWorld(
      service,
      fixture,
      admin,
      devices,
      unclaimed.map(({ _id }) => _id),
      seed % 2 ** 31,
    );
  }

  /** From 0 up to a number, without it. */
  below(count: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor((this.state / 2 ** 31) * count);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  chance(oneOf: number): boolean {
    return this.below(oneOf) === 0;
  }

  text(max: number): string {
    return this.of(TEXTS)(max);
  }

  /** A name that is unlikely to be taken. */
  name(max = 255): string {
    return this.chance(2) ? `name ${this.below(1_000_000)}` : this.text(max);
  }

  email(): string {
    const local = this.of([
      'user',
      'UsEr',
      'ü',
      'İ'.repeat(200),
      'x'.repeat(235),
      'x'.repeat(300),
      'be\u0007l',
    ]);
    return `${local}${this.below(1_000_000)}@ex.test`;
  }

  url(): string {
    const name = this.of([
      'image',
      'bild-ä',
      '$(x)',
      'a;b',
      'a%20b',
      '[x]',
      'a b',
      '`x`',
      'v1,2@x+y=z#f',
      '%zz',
    ]);
    return `${this.of(['https://fw.example.test', 'http://[2001:db8::1]:8080', 'https://bücher.example'])}/${name}.bin`;
  }

  async id(kind: Kind): Promise<number> {
    return this.of([...(await this.ids(kind)), 999_999_999]);
  }

  /** The newest ids of the organisation. */
  async ids(kind: Kind): Promise<number[]> {
    const found = await this.service.deps.mongo.models[kind].collection
      .find({ organisationId: this.fixture.org } as never, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .limit(40)
      .toArray();
    return found.map(({ _id }) => Number(_id));
  }

  async macs(): Promise<string[]> {
    const found = await this.service.deps.mongo.models.devices
      .find({ organisationId: this.fixture.org })
      .lean();
    return found.map(({ macId }) => macId);
  }

  unclaimedMac(): string {
    return this.chance(10) ? uniqueMac() : this.of(this.unclaimed);
  }

  async target(): Promise<string> {
    return this.of([
      `AP:${await this.id('devices')}`,
      `tag:${await this.id('tags')}`,
      `network:${await this.id('networks')}`,
    ]);
  }

  /** Up to four of these, each once. */
  several<T>(items: readonly T[], most = 4): T[] {
    return [...new Set(Array.from({ length: this.below(most + 1) }, () => this.of(items)))].filter(
      (item) => item !== undefined,
    );
  }
}
