interface Revised {
  readonly revision: number;
}

/** The parameters of a change that is refused when the record has another revision. */
export function onlyThis({ id, revision }: Revised & { readonly id: number }) {
  return { params: { path: { id }, header: { 'If-Match': `"${revision}"` } } };
}

/** The same for a record without an id, such as settings. */
export function onlyThese({ revision }: Revised) {
  return { params: { header: { 'If-Match': `"${revision}"` } } };
}
