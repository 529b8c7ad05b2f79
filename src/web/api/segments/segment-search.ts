/** Query parameters of the URL of the list of segments: the place to search around, and its name. */
export const SEGMENT_PARAMETERS = ['coordinates', 'place', 'radius', 'sport'] as const

/** A search for segments, as in the URL of their list. */
export type SegmentSearch = { [Name in (typeof SEGMENT_PARAMETERS)[number]]?: string | undefined }
