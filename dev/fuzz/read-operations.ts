export type JsonSchema = Readonly<Record<string, unknown>>;

/** One method of one path of the API document, as far as a request is made of it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What it takes, wherever it may stand; path parameters are in both. */
  readonly parameters: Readonly<Record<string, JsonSchema>>;
  readonly pathParameters: readonly string[];
  /** A device calls it, with its own key. */
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

/** Every operation of an API document as it was served. */
export function readOperations(document: unknown): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const body = described.requestBody?.content['application/json']?.schema['properties'];
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        parameters: {
          ...Object.fromEntries(described.parameters.map(({ name, schema }) => [name, schema])),
          ...(body as Record<string, JsonSchema> | undefined),
        },
        pathParameters: described.parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        isDevice: described.security.some((one) => 'deviceKey' in one),
      };
    }),
  );
}
