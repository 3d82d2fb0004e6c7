/** An export that cannot be read. The message names the file and the path, and never quotes the file, which may hold secrets. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
}

/** A value of an exported file with its place, such as `ssids.json: [3].psk`. Reading it as another type is an UnreadableExport. */
export class ExportValue {
  constructor(
    readonly raw: unknown,
    readonly file: string,
    readonly path = '',
  ) {}

  get where(): string {
    return this.path === '' ? this.file : `${this.file}: ${this.path}`;
  }

  /** Whether it says something: not null, false, 0, empty, nor a list or an object of such values. */
  get isSet(): boolean {
    const { raw } = this;
    if (typeof raw !== 'object' || raw === null) return Boolean(raw);
    return this.isList
      ? this.list().some((item) => item.isSet)
      : this.members().some(([, item]) => item.isSet);
  }

  get isList(): boolean {
    return Array.isArray(this.raw);
  }

  get isObject(): boolean {
    return typeof this.raw === 'object' && this.raw !== null && !this.isList;
  }

  /** The member of an object; of a missing one, the value is undefined. */
  get(name: string): ExportValue {
    const members = this.object();
    const path = this.path === '' ? name : `${this.path}.${name}`;
    return new ExportValue(Object.hasOwn(members, name) ? members[name] : undefined, this.file, path);
  }

  has(name: string): boolean {
    return this.isObject && Object.hasOwn(this.object(), name);
  }

  members(): [string, ExportValue][] {
    return Object.keys(this.object()).map((name) => [name, this.get(name)]);
  }

  list(): ExportValue[] {
    if (!Array.isArray(this.raw)) return this.refuse('must be a list');
    return this.raw.map((item, index) => new ExportValue(item, this.file, `${this.path}[${index}]`));
  }

  /** A list, or none when it is not set. */
  listOrNone(): ExportValue[] {
    return this.raw === null || this.raw === undefined ? [] : this.list();
  }

  text(): string {
    return typeof this.raw === 'string' ? this.raw : this.refuse('must be a text');
  }

  /** A text, or an empty one when it is not set. */
  textOrNone(): string {
    return this.raw === null || this.raw === undefined ? '' : this.text();
  }

  flag(): boolean {
    return typeof this.raw === 'boolean' ? this.raw : this.refuse('must be true or false');
  }

  /** A whole number, or the digits of one. */
  count(): number {
    const { raw } = this;
    const number = typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw;
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
      ? number
      : this.refuse('must be a whole number');
  }

  /** A number, or null when it is not set. */
  numberOrNone(): number | null {
    const { raw } = this;
    if (raw === null || raw === undefined) return null;
    return typeof raw === 'number' ? raw : this.refuse('must be a number');
  }

  refuse(problem: string): never {
    throw new UnreadableExport(`${this.where} ${problem}`);
  }

  private object(): Readonly<Record<string, unknown>> {
    return this.isObject ? (this.raw as Record<string, unknown>) : this.refuse('must be an object');
  }
}
