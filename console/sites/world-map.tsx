import { path, unitsPerDegree } from 'virtual:world-outline';
import { MapFrame, type MapProps } from './map-frame';

/** Sites on the outline of the world, which is loaded with this part. */
export function WorldMap({ sites }: MapProps) {
  return <MapFrame sites={sites} land={{ path, unitsPerDegree }} />;
}
