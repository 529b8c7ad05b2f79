import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { decodeRegions } from '@/domain/reference/regions/decode-regions'
import regionsFile from '@/domain/reference/regions/regions.br' with { type: 'file' }
import { createRegionFinder, type RegionFinder } from '@/domain/regions/region-finder'

const decompress = promisify(brotliDecompress)

/**
 * Loads the regions of the world that are part of the executable. They are decoded once, when they are first needed, which
 * takes some tenths of a second, and then occupy about ten megabytes.
 */
export type LoadRegions = () => Promise<RegionFinder>

export function createRegionsLoader(): LoadRegions {
  let loading: Promise<RegionFinder> | undefined
  const load = async () =>
    createRegionFinder(decodeRegions(await decompress(await Bun.file(regionsFile).bytes())))
  return () => {
    loading ??= load()
    return loading
  }
}
