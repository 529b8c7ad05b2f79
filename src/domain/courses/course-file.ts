import type { CourseLine } from './course-line'

/** Kinds of waypoints, in the order of their numbers in FIT files. */
export const WAYPOINT_KINDS = [
  ...(['generic', 'summit', 'valley', 'water', 'food', 'danger'] as const),
  ...(['left', 'right', 'straight', 'first_aid'] as const),
] as const
export type WaypointKind = (typeof WAYPOINT_KINDS)[number]

/** A place on or near a course, or an instruction at it. */
export interface Waypoint {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  readonly name: string
  readonly kind: WaypointKind
}

/** The content of a file with a course. */
export interface CourseFile {
  readonly name: string | null
  readonly description: string | null
  readonly line: CourseLine
  readonly waypoints: readonly Waypoint[]
}

/** Finds a kind by its name in a file, whatever its case and separators. */
export const parseWaypointKind = (text: string): WaypointKind =>
  WAYPOINT_KINDS.find(
    (kind) =>
      kind ===
      text
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
  ) ?? 'generic'
