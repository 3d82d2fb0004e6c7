/** A point on the globe, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The smallest box around places. Beyond the antimeridian, `east` is above 180. */
export interface Extent {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Draws degrees as pixels. */
export interface Projection {
  readonly pointOf: (place: Place) => { readonly x: number; readonly y: number };
  /** Pixels a degree of longitude, and of latitude. */
  readonly scale: { readonly x: number; readonly y: number };
  /** Where the outline is drawn: the pixels of latitude and longitude 0, for each turn around the globe that is in view. */
  readonly origins: readonly { readonly x: number; readonly y: number }[];
}

const KM_PER_DEGREE = 111.19;
const RADIANS = Math.PI / 180;
/** Places in one spot are drawn as if they were so many degrees apart. */
const LEAST_DEGREES = 0.01;
/** Near the poles, degrees of longitude would have no width. */
const LEAST_WIDTH = 0.2;
/** Room around the places, in pixels. */
const MARGIN = 28;

/** @param places at least one */
export function extentOf(places: readonly Place[]): Extent {
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude).sort((one, other) => one - other);
  // The widest gap between neighbours is outside of the box. That of the last and the first is beyond the antimeridian.
  const [first = 0] = longitudes;
  let [west, east] = [first, longitudes.at(-1) ?? first];
  for (const [index, longitude] of longitudes.entries()) {
    const next = longitudes[index + 1] ?? longitude;
    if (next - longitude > west + 360 - east) [west, east] = [next, longitude + 360];
  }
  return { south: Math.min(...latitudes), north: Math.max(...latitudes), west, east };
}

/** The longer side of the box. */
export function kilometresOf({ south, north, west, east }: Extent): number {
  const width = (east - west) * Math.cos(((south + north) / 2) * RADIANS);
  return KM_PER_DEGREE * Math.max(width, north - south);
}

/** Fits the box into a rectangle of pixels: equirectangular, with true angles at its middle latitude. */
export function projectionOf(
  { south, north, west, east }: Extent,
  width: number,
  height: number,
): Projection {
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const narrowing = Math.max(LEAST_WIDTH, Math.cos(middle.latitude * RADIANS));
  const across = Math.max(LEAST_DEGREES, (east - west) * narrowing);
  const down = Math.max(LEAST_DEGREES, north - south);
  const y = Math.min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / down);
  const x = y * narrowing;
  const xOf = (longitude: number): number => width / 2 + (longitude - middle.longitude) * x;
  const yOf = (latitude: number): number => height / 2 - (latitude - middle.latitude) * y;
  return {
    scale: { x, y },
    pointOf: ({ latitude, longitude }) => ({
      x: xOf(longitude < west ? longitude + 360 : longitude),
      y: yOf(latitude),
    }),
    origins: [-360, 0, 360]
      .filter((turn) => xOf(turn + 180) > 0 && xOf(turn - 180) < width)
      .map((turn) => ({ x: xOf(turn), y: yOf(0) })),
  };
}
