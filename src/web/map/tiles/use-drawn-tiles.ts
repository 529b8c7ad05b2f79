import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { requestBytes } from '@/web/api/client/request-bytes'
import type { DrawnTiles } from './draw-tiles'
import { explorerQuery, type TileZoom } from './explorer-query'
import { decodeTiles, findEdges, squareRows, toRows } from './tile-rows'

/** All tiles that the user has visited. */
const visitedTilesQuery = (zoom: TileZoom) =>
  queryOptions({
    queryKey: ['workouts', 'visited-tiles', zoom],
    queryFn: async ({ signal }) => {
      const response = await requestBytes('/api/explorer/tiles', { zoom }, signal)
      return decodeTiles(new Uint8Array(await response.arrayBuffer()))
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })

/** The visited tiles of a zoom level, for the map; undefined without a zoom level, and until they are loaded. */
export function useDrawnTiles(zoom: TileZoom | undefined): DrawnTiles | undefined {
  const enabled = zoom !== undefined
  const { data: visited } = useQuery({ ...visitedTilesQuery(zoom ?? '14'), enabled })
  const { data: explorer } = useQuery({ ...explorerQuery(zoom ?? '14'), enabled })
  return useMemo(() => {
    if (!enabled || !visited) return undefined
    // The summary of another zoom level is still shown while this one is loading.
    const summary = explorer?.zoom === visited.zoom ? explorer : undefined
    const square = summary?.largest_square
    return {
      visited,
      cluster: summary ? findEdges(toRows(visited.zoom, summary.largest_cluster.rows)) : [],
      square: square ? findEdges(squareRows(visited.zoom, square)) : [],
    }
  }, [enabled, visited, explorer])
}
