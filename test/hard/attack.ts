import type { Victim } from './victim'

/** Numbers from 0 up to 1 that repeat with the seed of the run. */
export type Random = () => number

/** Where an attack takes place. */
export interface Stage {
  victim: Victim
  random: Random
  /** Whether there is time for many more tries. */
  isLong: boolean
  /** Counts a try; with what was wrong about its outcome, if anything was. */
  tried: (problem?: string | false) => void
}

export interface Attack {
  name: string
  run: (stage: Stage) => Promise<void>
  /** The server is not watched: the attack starts and ends servers of its own. */
  isAlone?: boolean
}

/** Of the usual and the long run, as many as this one tries. */
export const asMany = ({ isLong }: Stage, usual: number, long: number): number =>
  isLong ? long : usual

/** A problem unless a status is one of those expected. */
export const unless = (what: string, status: number, ...expected: number[]): string | false =>
  !expected.includes(status) && `${what}: ${status} instead of ${expected.join(' or ')}`
