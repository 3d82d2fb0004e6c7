/** A fault of one field of a request, such as `stages[1].percent`. */
export interface FieldFault {
  readonly path: string;
  readonly msg: string;
}

interface ErrorBody {
  msg?: string;
  message?: string;
  error_code?: number;
  /** A list of faults; SSID create and update have one text instead. */
  errors?: FieldFault[] | string;
}

/** The service refused a request, or did not answer it (status 0). */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: number | null = null,
    readonly faults: readonly FieldFault[] = [],
    readonly requestId: string | null = null,
    readonly retryAfterS: number | null = null,
  ) {
    super(message);
  }
}

/** Reads the refusal that a response carries. */
export async function readError(response: Response): Promise<ApiError> {
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as ErrorBody;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(
    body.msg ?? body.message ?? `The service answered with status ${response.status}`,
    response.status,
    body.error_code ?? null,
    faultsOf(body.errors ?? []),
    response.headers.get('X-Request-Id'),
    retryAfter > 0 ? retryAfter : null,
  );
}

/** Reads `ssid_name must be …,dhcp_ranges[0].START must be …`, too: each message begins with its field. */
function faultsOf(errors: readonly FieldFault[] | string): readonly FieldFault[] {
  if (typeof errors !== 'string') return errors;
  return errors.split(',').map((message) => {
    const [path = '', ...words] = message.split(' ');
    return { path, msg: words.join(' ') };
  });
}

/** Any thrown value as an error of the service; what the service has not answered has status 0. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(error instanceof Error ? error.message : String(error), 0);
}
