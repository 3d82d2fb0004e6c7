import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Halves of a degree: the outline is drawn for areas of 300 km and more, and its own detail is hardly finer. */
export const UNITS_PER_DEGREE = 2;
/** Nothing but Antarctica is south of it. */
const SOUTHERNMOST = -60;
/** Islands of fewer points are specks. */
const LEAST_POINTS = 7;

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
    .map(corners)
    .filter((ring) => ring.length >= LEAST_POINTS)
    .map(subpathOf)
    .join('');
}

const rounded = (x: number, y: number): Point => [
  Math.round(x * UNITS_PER_DEGREE),
  Math.round(y * UNITS_PER_DEGREE),
];

/** The points of a ring without those that repeat, or lie between the one before and the next. */
function corners(ring: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of ring) {
    while (kept.length > 1 && isBetween(kept.at(-2), kept.at(-1), point)) kept.pop();
    if (!kept.at(-1)?.every((value, index) => value === point[index])) kept.push(point);
  }
  return kept;
}

function isBetween([ax, ay]: Point = [0, 0], [bx, by]: Point = [0, 0], [cx, cy]: Point): boolean {
  const turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return turn === 0 && (bx - ax) * (cx - bx) >= 0 && (by - ay) * (cy - by) >= 0;
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
