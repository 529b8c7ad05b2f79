import { resolve } from 'node:path'
import { ConfigError, type Environment } from './environment-variables'
import { list, yesOrNo } from './setting-values'

export const DEFAULT_TILES = 'https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png'
export const DEFAULT_ATTRIBUTION =
  '&copy; <a href="http://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a> contributors'

/** Tile URLs contain `{z}`, `{x}`, `{y}` and possibly `{s}`. */
export interface MapSettings {
  /** Path of a file with tiles, which replaces the tile server. */
  file: string | undefined
  /** Tiles for maps in the browser; undefined without a tile server. */
  tileUrl: string | undefined
  /** Tiles for map images of workouts; undefined without a tile server. */
  imageTileUrl: string | undefined
  /** Values for `{s}` in map images, chosen at random. When empty, `{s}.` is dropped from the URL. */
  subdomains: string[]
  /** Folder of the tile cache. */
  cacheFolder: string
  /** HTML. Undefined if the map file contains it. */
  attribution: string | undefined
}

/** @throws ConfigError for a tile server next to a map file */
export function mapSettings(env: Environment, cacheFolder: string): MapSettings {
  const onDefault = yesOrNo('DEFAULT_STATICMAP', env.DEFAULT_STATICMAP, false)
  const subdomains = list(env.STATICMAP_SUBDOMAINS ?? '')
  if (env.MAP_FILE) {
    if (onDefault || (env.TILE_SERVER_URL && env.TILE_SERVER_URL !== 'off'))
      throw new ConfigError(
        'MAP_FILE replaces a tile server: remove TILE_SERVER_URL and DEFAULT_STATICMAP.',
      )
    const file = resolve(env.MAP_FILE)
    const withoutServer = { tileUrl: undefined, imageTileUrl: undefined }
    return { file, ...withoutServer, subdomains, cacheFolder, attribution: env.MAP_ATTRIBUTION }
  }
  const tileUrl = env.TILE_SERVER_URL === 'off' ? undefined : (env.TILE_SERVER_URL ?? DEFAULT_TILES)
  return {
    file: undefined,
    tileUrl,
    imageTileUrl: onDefault ? DEFAULT_TILES : tileUrl,
    subdomains,
    cacheFolder,
    attribution: env.MAP_ATTRIBUTION ?? DEFAULT_ATTRIBUTION,
  }
}
