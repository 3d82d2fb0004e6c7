interface Owned {
  readonly organisationId: number;
}

export interface Turn<Item> {
  readonly item: Item;
  /** Gives the turn to the next organisation; an item that is not over comes again, after the others of its own. */
  end(isOver: boolean): void;
}

/** Gives out items so that their organisations take turns, one item each, and none has two under way. */
export class Turns<Item extends Owned> {
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

  /** The first item of the organisation whose turn it is; undefined when every organisation has one under way. */
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
