interface Revised {
  readonly id: number;
  readonly revision: number;
}

/** The parameters of a change that is refused when the record has another revision. */
export function onlyThis({ id, revision }: Revised) {
  return { params: { path: { id }, header: { 'If-Match': `"${revision}"` } } };
}
