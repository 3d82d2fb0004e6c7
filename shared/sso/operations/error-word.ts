/** An error of a provider for the log, without its cause, which may contain tokens. */
export function wordOf(error: unknown): { readonly message: string; readonly code: string | null } {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return { message: String(message), code: typeof code === 'string' ? code : null };
}
