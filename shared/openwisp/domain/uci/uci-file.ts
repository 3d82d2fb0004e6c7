/** The files of /etc/config that the service writes, in the order of an archive. */
export const UCI_FILES = ['dhcp', 'firewall', 'network', 'system', 'wireless'] as const;
export type UciFile = (typeof UCI_FILES)[number];

/** Null, an empty text and an empty list: not set. */
export type UciValue = string | number | readonly string[] | null;

/** A named section: an agent merges its options into those of a section of the device that has the name. */
export interface UciSection {
  readonly file: UciFile;
  readonly type: string;
  readonly name: string;
  readonly options: Readonly<Record<string, UciValue>>;
}

/** A text in single quotes, as UCI and shells read it. Texts of documents have no control characters. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function optionLines(name: string, value: UciValue): string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'object') return value.map((item) => `\tlist ${name} ${quoted(item)}`);
  return [`\toption ${name} ${quoted(String(value))}`];
}

function linesOf({ type, name, options }: UciSection): string[] {
  const lines = Object.entries(options).flatMap(([option, value]) => optionLines(option, value));
  return [`config ${type} ${quoted(name)}`, ...lines, ''];
}

/** The text of each file that has sections. */
export function writeUci(sections: readonly UciSection[]): Map<UciFile, string> {
  const files = new Map<UciFile, string>();
  for (const file of UCI_FILES) {
    const own = sections.filter((section) => section.file === file);
    if (own.length > 0) files.set(file, `${own.flatMap(linesOf).join('\n')}\n`);
  }
  return files;
}
