import { relative } from 'node:path'
import type { Config } from '@/lib/config/config'
import { type ExaminedTile, TileFolder } from '@/services/elevation/tile-folder'
import { type Finding, healthy } from './finding'

/** Checks the elevation tiles: reports their number, the area they cover, and unreadable ones. */
export async function examineElevations({
  elevation: { tiles: folder },
}: Pick<Config, 'elevation'>): Promise<Finding[]> {
  if (folder === undefined) return []
  const tiles = await new TileFolder(folder).examine()
  const good = tiles.filter(({ problem }) => problem === undefined)
  return [
    good.length === 0
      ? {
          what: `tiles of elevations in ${folder}`,
          problem: 'there are none that can be read',
          advice: 'Put .hgt or GeoTIFF files there, or remove the folder.',
          isMild: true,
        }
      : healthy(`${good.length} tiles of elevations, from ${cornersOf(good)}`),
    ...tiles.flatMap(({ path, problem }) =>
      problem === undefined
        ? []
        : {
            what: `tile of elevations ${relative(folder, path)}`,
            problem: `it ${problem}`,
            advice:
              'Make it readable, fetch it again, or remove it; elevations in it count as unknown.',
            isMild: true,
          },
    ),
  ]
}

/** Formats the bounding box of all tiles in whole degrees. */
function cornersOf(tiles: readonly ExaminedTile[]): string {
  const boxes = tiles.flatMap(({ box }) => (box ? [box] : []))
  const south = Math.round(Math.min(...boxes.map((box) => box.south)))
  const west = Math.round(Math.min(...boxes.map((box) => box.west)))
  const north = Math.round(Math.max(...boxes.map((box) => box.north)))
  const east = Math.round(Math.max(...boxes.map((box) => box.east)))
  return `${latitude(south)} ${longitude(west)} to ${latitude(north)} ${longitude(east)}`
}

const latitude = (degrees: number) => `${Math.abs(degrees)}° ${degrees < 0 ? 'S' : 'N'}`
const longitude = (degrees: number) => `${Math.abs(degrees)}° ${degrees < 0 ? 'W' : 'E'}`
