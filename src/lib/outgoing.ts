/** As the global `fetch`; handed in so that tests and workers bring their own. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** How other servers are reached. */
export interface Outside {
  fetch: Fetch
  /** Is handed whatever waits for another server, so that somebody else can work meanwhile. */
  wait?: <Result>(waiting: Promise<Result>) => Promise<Result>
}

/** Another server did not do what it was asked; the message says what it did, without the address. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingRequest extends RequestInit, Outside {
  /** Milliseconds until the answer must have arrived completely. */
  timeout: number
  /** Bytes that the answer may have. */
  most?: number
}

const MOST_BYTES = 1024 * 1024

/**
 * The JSON another server answers with. Redirects are not followed: nobody but the settings says who is asked.
 *
 * @throws OutgoingError when it cannot be reached, is too slow, refuses, answers something else or too much.
 */
export async function fetchJson(
  url: string,
  { fetch, wait, timeout, most = MOST_BYTES, ...init }: OutgoingRequest,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeout)
  const asked = fetch(url, { ...init, signal, redirect: 'manual' })
  const asking = readText(asked, most).catch((error) => {
    if (error instanceof OutgoingError) throw error
    const what = signal.aborted ? `did not answer within ${timeout / 1000} s` : 'cannot be reached'
    throw new OutgoingError(what)
  })
  const text = await (wait ? wait(asking) : asking)
  try {
    return JSON.parse(text)
  } catch {
    throw new OutgoingError('answered no JSON')
  }
}

async function readText(asked: Promise<Response>, most: number): Promise<string> {
  const answer = await asked
  if (!answer.ok) {
    await answer.body?.cancel().catch(() => undefined)
    throw new OutgoingError(`answered ${answer.status}`)
  }
  const bytes = await readAtMost(answer, most)
  if (!bytes) throw new OutgoingError(`answered more than ${most} bytes`)
  return new TextDecoder().decode(bytes)
}

/** The body of an answer; undefined, and nothing more is taken in, as soon as there are more bytes than `most`. */
export async function readAtMost(
  { body }: Response,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
