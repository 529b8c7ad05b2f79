import fileUrl from '@/domain/reference/base-map/base-map.br?url'
import { type BaseMap, decodeBaseMap } from '@/domain/reference/base-map/decode-base-map'

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
  return decodeBaseMap(new Uint8Array(await response.arrayBuffer()))
}
