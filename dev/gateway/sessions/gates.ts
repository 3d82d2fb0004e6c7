interface Gate {
  sharing: number;
  exclusive: boolean;
  readonly waiting: { readonly exclusive: boolean; enter(): void }[];
}

/**
 * One gate for each collection. Batches of writes pass together; one that met a deadlock with others passes
 * alone, so that it cannot meet them again. Who comes later waits behind it.
 */
export class Gates {
  readonly #gates = new Map<string, Gate>();

  async shared<T>(name: string, run: () => Promise<T>): Promise<T> {
    return this.#pass(name, false, run);
  }

  async exclusive<T>(name: string, run: () => Promise<T>): Promise<T> {
    return this.#pass(name, true, run);
  }

  async #pass<T>(name: string, exclusive: boolean, run: () => Promise<T>): Promise<T> {
    const gate = this.#gates.get(name) ?? { sharing: 0, exclusive: false, waiting: [] };
    this.#gates.set(name, gate);
    await new Promise<void>((resolve) => {
      gate.waiting.push({ exclusive, enter: resolve });
      this.#admit(gate);
    });
    try {
      return await run();
    } finally {
      if (exclusive) gate.exclusive = false;
      else gate.sharing -= 1;
      this.#admit(gate);
      if (gate.sharing === 0 && !gate.exclusive) this.#gates.delete(name);
    }
  }

  #admit(gate: Gate): void {
    for (let next = gate.waiting[0]; next && !gate.exclusive; next = gate.waiting[0]) {
      if (next.exclusive && gate.sharing > 0) return;
      gate.waiting.shift();
      if (next.exclusive) gate.exclusive = true;
      else gate.sharing += 1;
      next.enter();
    }
  }
}
