/** What a thumbnail shows: the route, or without a route how hard the workout was over time. */
export const THUMBNAIL_KINDS = ['route', 'heart_rate', 'power', 'speed'] as const
export type ThumbnailKind = (typeof THUMBNAIL_KINDS)[number]

/** A small line drawing of a workout. */
export interface Thumbnail {
  kind: ThumbnailKind
  /** Data of an SVG path with integer coordinates, within `THUMBNAIL_SIZE`. */
  path: string
}

/** Width and height of the drawing in the units of its coordinates. */
export const THUMBNAIL_SIZE = { width: 112, height: 80 } as const
