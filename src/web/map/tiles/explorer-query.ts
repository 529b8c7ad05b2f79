import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { download } from '@/web/api/client/download'

/** What the user has visited at one zoom level. */
export type Explorer = ResponseData<typeof api.explorer.get>['data']

/** Zoom levels of explorer tiles, as in the URL of the map. */
export type TileZoom = '14' | '17'

/** Milliseconds until the summary is requested again while the server still counts tiles. */
const INCOMPLETE_INTERVAL_MS = 15_000

/** The numbers of visited tiles, the largest square and the largest cluster. */
export const explorerQuery = (zoom: TileZoom) =>
  queryOptions({
    queryKey: ['workouts', 'explorer', zoom],
    queryFn: async () => (await unwrap(api.explorer.get({ query: { zoom } }))).data,
    refetchInterval: ({ state }) =>
      state.data?.complete === false ? INCOMPLETE_INTERVAL_MS : false,
  })

/** Downloads the visited tiles, the largest cluster and the largest square. */
export const downloadTiles = ({
  zoom,
  format,
}: {
  zoom: TileZoom
  format: 'gpx' | 'kml'
}): Promise<void> =>
  download(`/api/explorer/export?zoom=${zoom}&format=${format}`, `tiles-${zoom}.${format}`)
