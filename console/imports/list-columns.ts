/** What a column of a list of devices says. */
export type ListField = 'mac' | 'serial' | 'name' | 'network' | 'tags' | 'notes' | 'identity';

/** A device of a list, as requests name it. */
export type ListRow = Partial<Record<Exclude<ListField, 'tags'>, string>> & {
  /** The row of the spreadsheet. */
  readonly row: number;
  readonly tags: string[];
};

/** The names that Meraki, UniFi, Omada, OpenWISP, this service and people give columns, in small letters and digits. */
const NAMES: Readonly<Record<ListField, readonly string[]>> = {
  mac: [
    ...['mac', 'macaddress', 'macid', 'wiredmac', 'ethernetmac', 'lanmac', 'devicemac', 'apmac', 'hwaddress'],
    'hardwareaddress',
  ],
  serial: ['serial', 'serialnumber', 'serialno', 'sn', 'deviceserial', 'routerserialnumber', 'hardwareid'],
  name: ['name', 'devicename', 'hostname', 'displayname', 'apname', 'alias', 'device', 'accesspoint'],
  network: [
    ...['network', 'networkname', 'locationnetwork', 'site', 'sitename', 'location', 'group', 'devicegroup'],
    'groupname',
  ],
  tags: ['tags', 'tag', 'labels', 'label'],
  notes: ['notes', 'note', 'comments', 'comment', 'description', 'remarks', 'remark'],
  identity: ['identity'],
};
const FIELDS = Object.keys(NAMES) as ListField[];

/** The columns of the fields in a header; of several with names of one field, that of the first name. */
export function columnsOf(header: readonly string[]): ReadonlyMap<ListField, number> {
  const names = header.map((name) =>
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z\d]/g, ''),
  );
  const found = FIELDS.flatMap((field): [ListField, number][] => {
    const column = NAMES[field].map((name) => names.indexOf(name)).find((at) => at >= 0);
    return column === undefined ? [] : [[field, column]];
  });
  return new Map(found);
}

/** The apostrophe that a CSV of this service puts before what a spreadsheet takes for a formula. */
const ESCAPED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/** The device of a record; null for one without text. */
export function rowOf(
  record: readonly string[],
  columns: ReadonlyMap<ListField, number>,
  row: number,
): ListRow | null {
  const cells = [...columns].map(([field, column]): [ListField, string] => [
    field,
    (record[column] ?? '').replace(ESCAPED, '').trim(),
  ]);
  const texts = cells.filter(([, text]) => text !== '');
  if (texts.length === 0) return null;
  const { tags = '', ...fields } = Object.fromEntries(texts) as Partial<Record<ListField, string>>;
  const names = tags.split(/[,;|]/).map((tag) => tag.trim());
  return { ...fields, row, tags: names.filter((tag) => tag !== '') };
}
