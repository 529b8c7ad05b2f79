import type { Config } from '@/lib/config/config'
import { openMapFile } from '@/services/maps/map-file/open-map-file'
import { type Finding, healthy } from './finding'

/** Checks that the configured map file can be used. */
export async function examineMapFile({ map: { file } }: Pick<Config, 'map'>): Promise<Finding[]> {
  if (file === undefined) return []
  try {
    const { info, close } = await openMapFile(file)
    close()
    return [healthy(`map file ${file}: ${info.kind} tiles to zoom level ${info.maxZoom}`)]
  } catch (error) {
    return [
      {
        what: `map file ${file}`,
        problem: `it ${error instanceof Error ? error.message : error}`,
        advice: 'Check MAP_FILE and who may read it; `milepost tiles` explains how to get a map.',
        isMild: true,
      },
    ]
  }
}
