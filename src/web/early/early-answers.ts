/** Milliseconds after which an answer that the page asked for before its scripts were here is no longer news. */
const FRESH = 10_000

declare global {
  interface Window {
    /** What the server was asked before the scripts of the page were here, by address. */
    earlyAnswers?: Map<string, Promise<Response>>
  }
}

/** The answer to a request that was made before the scripts of the page were here; each is given once. */
export function takeEarlyAnswer(url: string, method: string): Promise<Response> | undefined {
  const { earlyAnswers } = window
  if (!earlyAnswers) return undefined
  // What is changed on the server makes them old.
  if (method !== 'GET' || performance.now() > FRESH) {
    delete window.earlyAnswers
    return undefined
  }
  const { origin, pathname, search } = new URL(url, location.href)
  const key = `${pathname}${search}`
  const answer = origin === location.origin ? earlyAnswers.get(key) : undefined
  earlyAnswers.delete(key)
  return answer
}
