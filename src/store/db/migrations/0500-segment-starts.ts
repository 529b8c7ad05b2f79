/**
 * Where the line of a segment starts, in degrees. Segments are found by the distance of their start from a place; their
 * lines, of up to 2,000 positions, are too long to be read for each of them.
 */
export const segmentStarts = [
  'alter table ranked_segments add column start_lat real not null default 0',
  'alter table ranked_segments add column start_lon real not null default 0',
  `update ranked_segments set start_lat = coalesce(line ->> '$[0][1]', 0),
    start_lon = coalesce(line ->> '$[0][0]', 0)`,
]
