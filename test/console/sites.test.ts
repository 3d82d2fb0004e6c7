import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevices } from '../fixtures/records/device.js';
import { makeNetwork, makeOrganisation } from '../fixtures/records/organisation.js';
import { markedInvalid, signInAt } from './console-page.js';
import { fill, press, reach } from './keyboard.js';
import { observe } from '../../dev/run-loop.js';

/** A network with devices. */
interface TestSite {
  readonly name: string;
  readonly place?: readonly [latitude: number, longitude: number];
  readonly up?: number;
  readonly down?: number;
  readonly neverHeard?: number;
}

interface ShownMark {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  /** Whether the outline has land there. */
  readonly isOnLand: boolean;
}

/** Runs in the page: the marks of the map. */
const MARKS = `[...document.querySelectorAll('.site-map circle')].map((circle) => {
  const svg = circle.ownerSVGElement;
  const point = svg.createSVGPoint();
  [point.x, point.y] = [circle.cx.baseVal.value, circle.cy.baseVal.value];
  const inUnitsOf = (path) => point.matrixTransform(path.getCTM().inverse());
  return {
    title: circle.querySelector('title').textContent,
    x: point.x,
    y: point.y,
    colour: getComputedStyle(circle).fill,
    isOnLand: [...svg.querySelectorAll('.land')].some((path) => path.isPointInFill(inUnitsOf(path))),
  };
})`;

/** Runs in the page: the colours of the legend. */
const LEGEND = `[...document.querySelectorAll('[aria-label="Colours of sites"] .trouble')]
  .map((mark) => getComputedStyle(mark).backgroundColor)`;

const LONG_AGO = new Date(Date.now() - 10 * 86_400_000);

describe('sites in the console', () => {
  let service: BrowserService;
  let page: Page;

  before(async () => {
    service = await browserService('console-sites');
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
  });
  after(() => service.close());

  /** An organisation with these sites, whose administrator is signed in on a page. */
  async function open(sites: readonly TestSite[]): Promise<Page> {
    const { api, part } = service.fixture;
    const { deps } = api;
    const { _id: org } = await makeOrganisation(deps);
    for (const { name: networkName, place, up = 0, down = 0, neverHeard = 0 } of sites) {
      const coordinates = place ? { latitude: place[0], longitude: place[1] } : {};
      const network = await makeNetwork(deps, org, { networkName, ...coordinates });
      await makeDevices(deps, org, up + down + neverHeard, (index) => {
        const lastHeartbeatAt = index < up ? new Date() : index < up + down ? LONG_AGO : null;
        return { part, network, state: { lastHeartbeatAt } };
      });
    }
    await eventually('a count of these devices', () => observe(deps));
    const { user } = await makeUserWithPassword(api, org, { role: 'super_admin' });
    const { page: theirs } = await service.open({ reducedMotion: 'reduce' });
    await signInAt(theirs, '', user.email);
    return theirs;
  }

  const listOf = (of: Page): Locator =>
    of.getByRole('list', { name: 'Sites by the share of their devices that are down' });

  async function rowsOf(of: Page): Promise<string[]> {
    const rows = await listOf(of).getByRole('listitem').all();
    return Promise.all(rows.map(async (row) => (await row.innerText()).replaceAll(/\s+/g, ' ').trim()));
  }

  async function mapOf(of: Page, sites: number): Promise<Locator> {
    const map = of.getByRole('img', { name: `Map of ${sites} sites` });
    await map.waitFor();
    await eventually('the width of the map is known', async () => (await map.boundingBox())?.width !== 0);
    return map;
  }

  async function marksOf(of: Page): Promise<Map<string, ShownMark>> {
    const marks = await of.evaluate<ShownMark[]>(MARKS);
    return new Map(marks.map((mark) => [mark.title.split(':')[0] ?? '', mark]));
  }

  it('are listed by trouble, and are on the map at their places in the colours of the legend', async () => {
    const theirs = await open([
      { name: 'Hamburg', place: [53.54, 9.99], up: 2 },
      { name: 'Munich', place: [48.14, 11.58], up: 1, down: 1 },
      { name: 'Depot', up: 1 },
      { name: 'New York', place: [40.71, -74], down: 2 },
      { name: 'Ship', place: [35, -40], neverHeard: 1 },
    ]);
    await listOf(theirs).waitFor();
    expect(await rowsOf(theirs)).to.deep.equal([
      'New York 0 of 2 up (0 %), 2 down',
      'Munich 1 of 2 up (50 %), 1 down',
      'Hamburg 2 of 2 up (100 %)',
      'Depot 1 of 1 up (100 %)',
      'Ship 0 of 1 up (0 %), 1 never heard',
    ]);
    await theirs.getByText('1 of them has no coordinates and is not on the map').waitFor();
    const map = await mapOf(theirs, 4);
    const marks = await marksOf(theirs);
    const [hamburg, munich, newYork, ship] = ['Hamburg', 'Munich', 'New York', 'Ship'].map((name) =>
      marks.get(name),
    ) as [ShownMark, ShownMark, ShownMark, ShownMark];
    expect(newYork.title).to.equal('New York: 0 of 2 up (0 %), 2 down');
    // West to east, and north to south, at one scale.
    expect((munich.x - hamburg.x) / (hamburg.x - newYork.x)).to.be.closeTo(1.59 / 83.99, 0.001);
    expect((munich.y - hamburg.y) / (newYork.y - munich.y)).to.be.closeTo(5.4 / 7.43, 0.001);
    expect([munich, ship].map(({ isOnLand }) => isOnLand)).to.deep.equal([true, false]);
    const colours = [hamburg, munich, newYork, ship].map(({ colour }) => colour);
    expect(new Set(colours)).to.have.property('size', 4);
    const legend = theirs.getByRole('list', { name: 'Colours of sites' });
    const meanings = ['All devices up', 'At least half up', 'Fewer than half up', 'No device heard yet'];
    expect((await legend.innerText()).split('\n').map((line) => line.trim())).to.deep.equal(meanings);
    expect(await theirs.evaluate(LEGEND)).to.deep.equal(colours);
    expect(await map.locator('text').allTextContents()).to.include('New York, 0 %');

    await loadAxe(theirs);
    expect(await violationsOf(theirs)).to.deep.equal([]);
    await press(listOf(theirs).getByRole('link', { name: 'Munich' }));
    await theirs.getByRole('heading', { level: 1, name: 'Munich' }).waitFor();
    await theirs.context().close();
  });

  it('within 300 km are on a plain map with their names, on a phone and in the dark too', async () => {
    const theirs = await open([
      { name: 'Pier', place: [53.54, 9.99], up: 3, down: 1 },
      { name: 'Museum', place: [53.55, 10.02], up: 1 },
    ]);
    const map = await mapOf(theirs, 2);
    const marks = await marksOf(theirs);
    expect(await map.locator('.land').count()).to.equal(0);
    expect(await map.locator('text').allTextContents()).to.deep.equal(['Pier, 75 %', 'Museum, 100 %']);
    expect(marks.get('Pier')?.x).to.be.below(marks.get('Museum')?.x ?? 0);
    expect(marks.get('Pier')?.y).to.be.above(marks.get('Museum')?.y ?? 0);
    const light = marks.get('Pier')?.colour;
    await theirs.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await theirs.setViewportSize({ width: 320, height: 640 });
    await eventually('the map is as wide as the phone', async () => {
      const { x = 0, width = 1000 } = (await map.boundingBox()) ?? {};
      return x + width <= 320;
    });
    expect((await marksOf(theirs)).get('Pier')?.colour).not.to.equal(light);
    expect(await theirs.evaluate('document.documentElement.scrollWidth')).to.equal(320);
    await loadAxe(theirs);
    expect(await violationsOf(theirs)).to.deep.equal([]);
    await theirs.context().close();
  });

  it('are shown ten at first, and more when the user asks for them', async () => {
    const theirs = await open(Array.from({ length: 12 }, (_, index) => ({ name: `Kiosk ${index}`, up: 1 })));
    await listOf(theirs).waitFor();
    expect(await rowsOf(theirs)).to.have.length(10);
    await theirs.getByText('12 of them have no coordinates').waitFor();
    expect(await theirs.getByRole('img', { name: /^Map of/ }).count()).to.equal(0);
    await press(theirs.getByRole('button', { name: 'Show 2 more', exact: true }));
    await eventually('all of them', async () => (await rowsOf(theirs)).length === 12);
    await theirs.context().close();
  });

  it('get their place in the settings of a network, where one paste fills both coordinates', async () => {
    const { api, network } = service.fixture;
    await signInAt(page, `/networks/${network._id}?tab=settings`, service.email);
    const latitude = page.getByLabel('Latitude');
    const longitude = page.getByLabel('Longitude');
    await fill(page.getByLabel('Address'), '48.1371, 11.5754');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+x');
    await reach(latitude);
    await page.keyboard.press('Control+v');
    expect(await latitude.inputValue()).to.equal('48.1371');
    expect(await longitude.inputValue()).to.equal('11.5754');
    await fill(page.getByLabel('Address'), 'Quay Street 1');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved').waitFor();
    const stored = () => api.deps.mongo.models.networks.findById(network._id).orFail().lean();
    const place = { latitude: 48.1371, longitude: 11.5754, address: 'Quay Street 1' };
    expect(await stored()).to.include(place);
    await page.getByText('48.1371, 11.5754').waitFor();
    await page.getByText('Quay Street 1', { exact: true }).waitFor();

    await fill(latitude, '91');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await markedInvalid(latitude);
    expect(await stored()).to.include(place);
    await fill(latitude, '');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await eventually('the missing one is marked', async () =>
      page.getByText('is required while there is a longitude', { exact: true }).isVisible(),
    );
  });
});
