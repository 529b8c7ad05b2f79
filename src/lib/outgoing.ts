/** As the global `fetch`; handed in so that tests and workers bring their own. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Another server did not do what it was asked; the message says what it did, without the address. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingRequest extends RequestInit {
  fetch: Fetch
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
  { fetch, timeout, ...init }: OutgoingRequest,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeout)
  const failed = () => {
    const what = signal.aborted ? `did not answer within ${timeout / 1000} s` : 'cannot be reached'
    throw new OutgoingError(what)
  }
  const answer = await fetch(url, { ...init, signal }).catch(failed)
  if (!answer.ok) {
    await answer.body?.cancel().catch(() => undefined)
    throw new OutgoingError(`answered ${answer.status}`)
  }
  const text = await answer.text().catch(failed)
  try {
    return JSON.parse(text)
  } catch {
    throw new OutgoingError('answered no JSON')
  }
}
