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
}

/**
 * The JSON another server answers with.
 *
 * @throws OutgoingError when it cannot be reached, is too slow, refuses or answers something else.
 */
export async function fetchJson(
  url: string,
  { fetch, wait, timeout, ...init }: OutgoingRequest,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeout)
  const asking = ask(fetch(url, { ...init, signal })).catch((error) => {
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

async function ask(asked: Promise<Response>): Promise<string> {
  const answer = await asked
  if (answer.ok) return answer.text()
  await answer.body?.cancel().catch(() => undefined)
  throw new OutgoingError(`answered ${answer.status}`)
}
