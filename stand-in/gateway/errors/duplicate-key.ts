import { type Document, EJSON } from 'bson';

/** The message and the further fields of an E11000 error. */
export interface DuplicateKey {
  readonly errmsg: string;
  readonly keyPattern: Document;
  readonly keyValue: Document;
}

function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !('_bsontype' in value) && !Array.isArray(value);
}

function valueAt(document: Document, path: string): unknown {
  if (path in document) return document[path];
  return path
    .split('.')
    .reduce<unknown>((value, step) => (isDocument(value) ? value[step] : undefined), document);
}

/** The values that a query compares by equality. An upsert writes them into its new document. */
function equalities(query: Document): Document {
  const found: Document = {};
  for (const [path, value] of Object.entries(query) as [string, unknown][]) {
    if (path === '$and') for (const part of value as Document[]) Object.assign(found, equalities(part));
    else if (!isDocument(value)) found[path] = value;
    else if ('$eq' in value) found[path] = value['$eq'];
    else if (!Object.keys(value).some((key) => key.startsWith('$'))) found[path] = value;
  }
  return found;
}

/** The resulting document of a write, as far as the write itself shows it: `{q, u}` or a document to insert. */
export function intendedDocument(write: Document): Document {
  if (!('q' in write && 'u' in write)) return write;
  const change: unknown = write['u'];
  const asked = equalities(write['q'] as Document);
  if (!isDocument(change)) return asked;
  if (!Object.keys(change).some((key) => key.startsWith('$'))) return { ...asked, ...change };
  return { ...asked, ...(change['$setOnInsert'] as Document), ...(change['$set'] as Document) };
}

/** MongoDB's message and fields when `document` violates the unique index `index`. */
export function describeDuplicate(
  namespace: string,
  index: { readonly name: string; readonly key: Document },
  document: Document,
): DuplicateKey {
  const keyValue: Document = {};
  for (const path of Object.keys(index.key)) keyValue[path] = valueAt(document, path) ?? null;
  const parts = Object.entries(keyValue).map(([path, value]) => `${path}: ${EJSON.stringify(value)}`);
  const errmsg = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: { ${parts.join(', ')} }`;
  return { errmsg, keyPattern: index.key, keyValue };
}
