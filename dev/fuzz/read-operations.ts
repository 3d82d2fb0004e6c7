export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation of the API document: one method of one path. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** All parameters of path, query and body, by name; not headers. */
  readonly parameters: Readonly<Record<string, JsonSchema>>;
  readonly pathParameters: readonly string[];
  /** Request headers that it takes. */
  readonly headers: readonly string[];
  /** Whether devices call it with their keys. */
  readonly isDevice: boolean;
}

interface Described {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
}

/** Reads the operations of the served API document. */
export function readOperations(document: unknown): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const parameters = described.parameters.filter((one) => one.in !== 'header');
      const body = described.requestBody?.content['application/json']?.schema['properties'];
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        parameters: {
          ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
          ...(body as Record<string, JsonSchema> | undefined),
        },
        pathParameters: described.parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        headers: described.parameters.filter((one) => one.in === 'header').map(({ name }) => name),
        isDevice: described.security.some((one) => 'deviceKey' in one),
      };
    }),
  );
}
