import { useEffect, useRef, useState, type RefObject } from 'react';
import { extentOf, projectionOf } from './extent';
import { labelsOf, MARK_RADIUS } from './labels';
import { percentUp, siteText, troubleOf, type PlacedSite } from './site';

export interface MapProps {
  /** The largest share of devices down first; at least one. */
  readonly sites: readonly PlacedSite[];
}

/** An outline in some units a degree, with y to the south. */
interface Land {
  readonly path: string;
  readonly unitsPerDegree: number;
}

const MOST_HEIGHT = 420;
const LEAST_HEIGHT = 220;

/** A mark for each site, coloured by the share of its devices that are up, with names and shares where they fit. */
export function MapFrame({ sites, land }: MapProps & { readonly land?: Land }) {
  const [frame, width] = useWidth();
  const height = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, width / 2));
  const { pointOf, scale, origins } = projectionOf(extentOf(sites), width, height);
  const marks = sites.map((site) => ({
    ...pointOf(site),
    site,
    text: `${site.network_name}, ${percentUp(site)} %`,
  }));
  return (
    <div ref={frame} className="site-map">
      <svg
        role="img"
        aria-label={`Map of ${sites.length.toLocaleString()} sites, which the list has with their numbers`}
        width={width}
        height={height}
      >
        {land &&
          origins.map(({ x, y }) => (
            <path
              key={x}
              className="land"
              d={land.path}
              vectorEffect="non-scaling-stroke"
              transform={`translate(${x} ${y}) scale(${scale.x / land.unitsPerDegree} ${scale.y / land.unitsPerDegree})`}
            />
          ))}
        {/* Those in most trouble last, above the others. */}
        {marks.toReversed().map(({ site, x, y }) => (
          <circle
            key={site.network_id}
            className={`trouble ${troubleOf(site)}`}
            cx={x}
            cy={y}
            r={MARK_RADIUS}
          >
            <title>{`${site.network_name}: ${siteText(site)}`}</title>
          </circle>
        ))}
        {labelsOf(marks, width).map(({ text, x, y }) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** The width of an element, in pixels; 0 until it is known. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return [element, width];
}
