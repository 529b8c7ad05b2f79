import type { Loader } from './loader'
import type { Effort } from './measure'
import type { Row } from './table'

/** What the parts of the benchmark work with. */
export interface Stage {
  /** The executable. */
  program: string
  /** The compiled ceiling. */
  ceiling: string
  /** A folder for what they write. */
  folder: string
  /** The database of 10,000 workouts of one user among 100,000. */
  library: () => Promise<string>
  loader: Loader
  effort: Effort
  /** Files of the archive. */
  files: number
  isQuick: boolean
  /** Says what is being done. */
  say: (text: string) => void
}

/** A part of the benchmark. */
export interface Part {
  name: string
  /** Left out unless it is asked for. */
  isExtra?: boolean
  run: (stage: Stage) => Promise<Row[]>
}
