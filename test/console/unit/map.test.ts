import { expect } from 'chai';
import { consoleModule } from '../console-module.js';

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

interface Extent {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface ExtentModule {
  readonly extentOf: (places: readonly Place[]) => Extent;
  readonly kilometresOf: (extent: Extent) => number;
  readonly projectionOf: (
    extent: Extent,
    width: number,
    height: number,
  ) => {
    readonly pointOf: (place: Place) => Point;
    readonly scale: Point;
    readonly origins: readonly Point[];
  };
}

interface LabelsModule {
  readonly labelsOf: (
    marks: readonly (Point & { readonly text: string })[],
    width: number,
  ) => readonly (Point & { readonly text: string })[];
}

interface OutlineModule {
  readonly pathOf: (land: object) => string;
}

interface CoordinatesModule {
  readonly coordinatesIn: (text: string) => { readonly latitude: string; readonly longitude: string } | null;
}

const at = (latitude: number, longitude: number): Place => ({ latitude, longitude });

describe('extent of a map', () => {
  let extent: ExtentModule;
  before(async () => {
    extent = await consoleModule('sites/extent.ts');
  });

  it('is the smallest box around the places', () => {
    expect(extent.extentOf([at(53.5, 10), at(48.1, 11.6), at(41.4, 2.2)])).to.deep.equal({
      south: 41.4,
      north: 53.5,
      west: 2.2,
      east: 11.6,
    });
    expect(extent.extentOf([at(-33.9, 151.2)])).to.deep.equal({
      south: -33.9,
      north: -33.9,
      west: 151.2,
      east: 151.2,
    });
  });

  it('goes across the antimeridian where that is shorter', () => {
    expect(extent.extentOf([at(-17.7, 178), at(21.3, -157.9), at(-41.3, 174.8)])).to.deep.equal({
      south: -41.3,
      north: 21.3,
      west: 174.8,
      east: 202.1,
    });
  });

  it('has the length of its longer side in kilometres', () => {
    const between = (...places: Place[]): number => extent.kilometresOf(extent.extentOf(places));
    expect(between(at(0, 0), at(1, 0))).to.be.closeTo(111.2, 0.1);
    expect(between(at(0, 0), at(0, 1))).to.be.closeTo(111.2, 0.1);
    expect(between(at(60, 0), at(60, 1))).to.be.closeTo(55.6, 0.1);
    expect(between(at(0, 179.5), at(0, -179.5))).to.be.closeTo(111.2, 0.1);
    expect(between(at(48, 11))).to.equal(0);
  });

  it('is drawn in the middle, with every place inside and the same scale in both directions', () => {
    const places = [at(53.5, 10), at(48.1, 11.6), at(40.7, -74)];
    const { pointOf, scale } = extent.projectionOf(extent.extentOf(places), 600, 300);
    const points = places.map(pointOf);
    for (const { x, y } of points) {
      expect(x).to.be.within(0, 600);
      expect(y).to.be.within(0, 300);
    }
    const [hamburg, munich, newYork] = points as [Point, Point, Point];
    expect(munich.x - hamburg.x).to.be.closeTo(1.6 * scale.x, 0.001);
    expect(newYork.y - munich.y).to.be.closeTo(7.4 * scale.y, 0.001);
    expect(scale.x / scale.y).to.be.closeTo(Math.cos((47.1 * Math.PI) / 180), 0.001);
    expect((munich.x + newYork.x) / 2).to.be.closeTo(300, 0.001);
    expect((hamburg.y + newYork.y) / 2).to.be.closeTo(150, 0.001);
    const one = extent.projectionOf(extent.extentOf([at(10, 20)]), 600, 300);
    expect(one.pointOf(at(10, 20))).to.deep.equal({ x: 300, y: 150 });
  });

  it('has the outline at each turn around the globe that is in view', () => {
    const across = [at(0, 170), at(0, -170)];
    const { pointOf, origins, scale } = extent.projectionOf(extent.extentOf(across), 600, 300);
    const [west, east] = across.map(pointOf) as [Point, Point];
    expect(west.x).to.be.below(east.x);
    expect(origins).to.have.length(2);
    // Each of the two places is where one of the outlines has its longitude.
    expect(origins.map(({ x }) => x + 170 * scale.x)).to.include(west.x);
    expect(origins.some(({ x }) => Math.abs(x - 170 * scale.x - east.x) < 0.001)).to.equal(true);
    const inEurope = extent.projectionOf(extent.extentOf([at(53.5, 10), at(48.1, 11.6)]), 600, 300);
    expect(inEurope.origins).to.have.length(1);
  });
});

describe('labels of a map', () => {
  let labels: LabelsModule;
  before(async () => {
    labels = await consoleModule('sites/labels.ts');
  });

  it('are beside their marks, those of the first marks first, and do not cover each other', () => {
    const marks = [
      { x: 100, y: 50, text: 'first' },
      { x: 110, y: 52, text: 'second' },
      { x: 104, y: 58, text: 'third' },
      { x: 100, y: 150, text: 'far away' },
    ];
    const shown = labels.labelsOf(marks, 600);
    expect(shown.map(({ text }) => text)).to.deep.equal(['first', 'second', 'far away']);
    const [first, second] = shown;
    expect(first?.x, 'the other mark is on its right').to.be.below(100);
    expect(second?.x).to.be.above(110);
  });

  it('stay on the map, and are cut when they are long', () => {
    const [label] = labels.labelsOf([{ x: 590, y: 50, text: 'at the edge' }], 600);
    expect(label?.x).to.be.below(590);
    expect(labels.labelsOf([{ x: 20, y: 50, text: 'no room' }], 40)).to.deep.equal([]);
    const [cut] = labels.labelsOf([{ x: 20, y: 50, text: 'n'.repeat(60) }], 600);
    expect(cut?.text).to.equal(`${'n'.repeat(27)}…`);
  });
});

describe('outline of the world', () => {
  it('is path data in halves of a degree, without Antarctica, specks and points that are no corners', async () => {
    const { pathOf } = await consoleModule<OutlineModule>('build/outline-path.ts');
    const speck = [
      [5, 52],
      [6, 52],
      [6, 51],
      [5, 52],
    ];
    const shoreFrom = (latitude: number) => [
      [0, latitude],
      [1, latitude],
      [2, latitude],
      [2.01, latitude],
      [2, latitude - 1],
      [3, latitude - 2],
      [2, latitude - 3],
      [0, latitude - 3],
      [-1, latitude - 2],
      [0, latitude],
    ];
    const land = {
      type: 'Topology',
      arcs: [shoreFrom(52), shoreFrom(-70), speck],
      objects: {
        land: {
          type: 'GeometryCollection',
          geometries: [{ type: 'MultiPolygon', arcs: [[[0]], [[1]], [[2]]] }],
        },
      },
    };
    expect(pathOf(land)).to.equal('M0-104l4 0 0 2 2 2-2 2-4 0-2-2z');
  });
});

describe('coordinates that are pasted', () => {
  it('are two decimal numbers, as maps copy them', async () => {
    const { coordinatesIn } = await consoleModule<CoordinatesModule>('networks/coordinates.ts');
    const munich = { latitude: '48.1371', longitude: '11.5754' };
    for (const text of ['48.1371, 11.5754', ' (48.1371,11.5754) ', '48.1371;11.5754', '48.1371° 11.5754°'])
      expect(coordinatesIn(text), text).to.deep.equal(munich);
    expect(coordinatesIn('-33.9, +151.2')).to.deep.equal({ latitude: '-33.9', longitude: '+151.2' });
    for (const text of ['48.1371', '48.1371,', 'Munich 48, 11', '48,137', '1, 2, 3', '48.1, 11575'])
      expect(coordinatesIn(text), text).to.equal(null);
  });
});
