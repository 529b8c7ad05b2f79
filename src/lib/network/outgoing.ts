/** The type of the global `fetch`. It is a parameter so that tests and workers can replace it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** How to send requests to other servers. */
export interface OutgoingAccess {
  fetch: Fetch
  /** Wraps every wait for another server, so that a worker can be used by other jobs during the wait. */
  wait?: <Result>(waiting: Promise<Result>) => Promise<Result>
}

/** A request to another server failed. The message contains its response but not its URL. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingRequest extends RequestInit, OutgoingAccess {
  /** Milliseconds within which the complete response must arrive. */
  timeout: number
  /** Maximum size of the response in bytes. */
  maxBytes?: number
}

const MAX_BYTES = 1024 * 1024

/**
 * Fetches JSON from another server. Redirects are not followed, so that only servers from the settings are contacted.
 *
 * @throws OutgoingError when the server cannot be reached, is too slow, responds with an error or without JSON, or the
 * response is too large.
 */
export async function fetchJson(
  url: string,
  { fetch, wait, timeout, maxBytes = MAX_BYTES, ...init }: OutgoingRequest,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeout)
  const sent = fetch(url, { ...init, signal, redirect: 'manual' })
  const received = readText(sent, maxBytes).catch((error) => {
    if (error instanceof OutgoingError) throw error
    const what = signal.aborted ? `did not answer within ${timeout / 1000} s` : 'cannot be reached'
    throw new OutgoingError(what)
  })
  const text = await (wait ? wait(received) : received)
  try {
    return JSON.parse(text)
  } catch {
    throw new OutgoingError('answered no JSON')
  }
}

async function readText(sent: Promise<Response>, maxBytes: number): Promise<string> {
  const response = await sent
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined)
    throw new OutgoingError(`answered ${response.status}`)
  }
  return new TextDecoder().decode(await requireBounded(response, maxBytes))
}

/** Reads the body of a response. @throws OutgoingError when it exceeds `maxBytes` bytes. */
export async function requireBounded(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBounded(response, maxBytes)
  if (!bytes) throw new OutgoingError(`answered more than ${maxBytes} bytes`)
  return bytes
}

/** Reads the body of a response. Returns undefined, and stops reading, as soon as it exceeds `maxBytes` bytes. */
export async function readBounded(
  { body }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
