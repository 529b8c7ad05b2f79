import fileUrl from '@/domain/reference/base-map/base-map.br?url'
import { type BaseMap, decodeInSteps } from '@/domain/reference/base-map/decode-base-map'

let loading: Promise<BaseMap> | undefined

/** Loads the coarse map of the world once. A failed request is repeated by the next call. */
export function loadBaseMap(): Promise<BaseMap> {
  loading ??= requestBaseMap().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function requestBaseMap(): Promise<BaseMap> {
  const response = await fetch(fileUrl)
  if (!response.ok) throw new Error(`the base map was not sent: ${response.status}`)
  return runInSlices(decodeInSteps(new Uint8Array(await response.arrayBuffer())))
}

/** Milliseconds of work after which the page may respond to its user. */
const TIME_SLICE = 8

/** Runs all steps of some work, with pauses in which the page can do something else. Returns the result. */
export async function runInSlices<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + TIME_SLICE
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
