/** The values of a chart at a time, by the name of their series. */
export interface Row {
  readonly at: Date;
  readonly values: Readonly<Record<string, number>>;
}

/** What is painted over the whole height from a time to another, or as a line at one time. */
export interface Band {
  readonly series: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The rows, with bands of the height `most`. Nothing else is painted in a band: what was counted in it is left out, unless it
 * is a line.
 */
export function withBands(rows: readonly Row[], bands: readonly Band[], most: number): Row[] {
  const wide = bands.filter(({ from, to }) => from < to);
  const lines = bands.filter(({ from, to }) => from >= to && !isWithin(from, wide));
  const counted = rows.filter(({ at }) => !isWithin(at.getTime(), wide));
  const edges = [...wide, ...lines].flatMap(({ series, from, to }) => {
    const before = counted.findLast(({ at }) => at.getTime() < from)?.values ?? {};
    const after = counted.find(({ at }) => at.getTime() > to)?.values ?? before;
    const painted = { [series]: most };
    return [
      { at: new Date(from - 1), values: before },
      { at: new Date(from), values: painted },
      ...(to > from ? [{ at: new Date(to), values: painted }] : []),
      { at: new Date(to + 1), values: after },
    ];
  });
  return [...counted, ...edges].sort((one, other) => one.at.getTime() - other.at.getTime());
}

function isWithin(time: number, bands: readonly Band[]): boolean {
  return bands.some(({ from, to }) => from <= time && time <= to);
}
