import type { Loader } from './loader'
import type { MeasureOptions } from './measure'
import type { Row } from './table'

/** The environment of the parts of the benchmark. */
export interface BenchContext {
  /** The executable. */
  program: string
  /** The compiled ceiling server. */
  ceiling: string
  /** A folder for their files. */
  folder: string
  /** The database of 10,000 workouts of one user among 100,000. */
  library: () => Promise<string>
  loader: Loader
  effort: MeasureOptions
  /** Files of the archive. */
  files: number
  isQuick: boolean
  /** Prints progress. */
  say: (text: string) => void
}

/** A part of the benchmark. */
export interface Part {
  name: string
  /** Skipped unless it is requested. */
  isExtra?: boolean
  run: (stage: BenchContext) => Promise<Row[]>
}
