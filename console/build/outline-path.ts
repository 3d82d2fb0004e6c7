import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Tenths of a degree: the outline is drawn for areas of 300 km and more, and its own detail is coarser. */
export const UNITS_PER_DEGREE = 10;
/** Nothing but Antarctica is south of it. */
const SOUTHERNMOST = -60;
/** Three corners and the first one again. */
const LEAST_POINTS = 4;

export type Land = Topology<{ land: GeometryCollection }>;
type Point = readonly [x: number, y: number];

/** The land without Antarctica as path data of SVG, with y to the south. */
export function pathOf(land: Land): string {
  const { features } = feature(land, land.objects.land);
  const rings = features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
  return rings
    .filter((ring) => ring.some(([, latitude = 0]) => latitude > SOUTHERNMOST))
    .map((ring) => ring.map(([longitude = 0, latitude = 0]) => rounded(longitude, -latitude)))
    .map(withoutRepeats)
    .filter((ring) => ring.length >= LEAST_POINTS)
    .map(subpathOf)
    .join('');
}

const rounded = (x: number, y: number): Point => [
  Math.round(x * UNITS_PER_DEGREE),
  Math.round(y * UNITS_PER_DEGREE),
];

function withoutRepeats(ring: readonly Point[]): readonly Point[] {
  return ring.filter(([x, y], index) => {
    const before = ring[index - 1];
    return !before || before[0] !== x || before[1] !== y;
  });
}

/** A closed line of steps from point to point. */
function subpathOf(ring: readonly Point[]): string {
  const steps = ring.slice(1, -1).flatMap(([x, y], index) => {
    const [fromX, fromY] = ring[index] ?? [0, 0];
    return [x - fromX, y - fromY];
  });
  return `M${listOf(ring[0] ?? [])}l${listOf(steps)}z`;
}

/** A minus sign separates numbers, too. */
const listOf = (numbers: readonly number[]): string => numbers.join(' ').replaceAll(' -', '-');
