import { decodeRegions, type RegionMap } from '@/domain/reference/regions/decode-regions'
import fileUrl from '@/domain/reference/regions/regions.br?url'

let loading: Promise<RegionMap> | undefined

/** Loads the borders of the regions of the world once. A failed request is repeated by the next call. */
export function loadRegionMap(): Promise<RegionMap> {
  loading ??= requestRegionMap().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function requestRegionMap(): Promise<RegionMap> {
  const response = await fetch(fileUrl)
  if (!response.ok) throw new Error(`the regions were not sent: ${response.status}`)
  return decodeRegions(new Uint8Array(await response.arrayBuffer()))
}
