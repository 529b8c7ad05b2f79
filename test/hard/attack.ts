import type { Victim } from './victim'
import type { Seen } from './watch'

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
  /** Counts tries that went well, many at once. */
  triedMany: (count: number) => void
  /** Hands over what an attack that watches its own servers has seen of one. */
  saw: (seen: Seen) => void
  /** Says aloud, and in the table, what cannot be tried here. */
  skip: (reason: string) => void
}

/** Other servers that the victim is told of, for as long as the attack takes. */
export interface Services {
  /** Settings of the victim. */
  env: Record<string, string>
  end: () => unknown
}

export interface Attack {
  name: string
  run: (stage: Stage) => Promise<void>
  /** The server is not watched: the attack starts and ends servers of its own. */
  isAlone?: boolean
  /** Megabytes that the server may take; as many as in all others when left out. */
  mostResident?: number
  /** Starts what the victim needs before it starts itself. */
  services?: () => Services | Promise<Services>
}

/** Of the usual and the long run, as many as this one tries. */
export const asMany = ({ isLong }: Stage, usual: number, long: number): number =>
  isLong ? long : usual

/** A problem unless a status is one of those expected. */
export const unless = (what: string, status: number, ...expected: number[]): string | false =>
  !expected.includes(status) && `${what}: ${status} instead of ${expected.join(' or ')}`
