interface Owned {
  readonly organisationId: number;
}

export interface Turn<Item> {
  readonly item: Item;
  /**
   * Passes the turn to the next organisation; an unfinished item is queued again behind the others of its organisation.
   */
  end(isOver: boolean): void;
}

/** Hands out items so that organisations take turns, one item each, and none has two in progress. */
export class FairOrder<Item extends Owned> {
  private readonly lines: Item[][];

  constructor(items: readonly Item[]) {
    const lines = new Map<number, Item[]>();
    for (const item of items) {
      const line = lines.get(item.organisationId);
      if (line) line.push(item);
      else lines.set(item.organisationId, [item]);
    }
    this.lines = [...lines.values()];
  }

  /** The first item of the next organisation; undefined when every organisation has one in progress. */
  next(): Turn<Item> | undefined {
    const line = this.lines.shift();
    const item = line?.shift();
    if (!line || !item) return undefined;
    return {
      item,
      end: (isOver) => {
        if (!isOver) line.push(item);
        if (line.length > 0) this.lines.push(line);
      },
    };
  }
}
