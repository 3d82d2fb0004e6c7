/** The land of the world, which console/build/world-outline.ts makes. */
declare module 'virtual:world-outline' {
  /** Path data of SVG. x is to the east, y to the south of latitude and longitude 0. */
  export const path: string;
  export const unitsPerDegree: number;
}
