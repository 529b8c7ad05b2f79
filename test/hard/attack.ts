import type { Victim } from './victim'
import type { ServerMeasurements } from './watch'

/** Pseudo-random numbers in [0, 1) from the seed of the run. */
export type Random = () => number

/** The environment of an attack. */
export interface AttackContext {
  victim: Victim
  random: Random
  /** Whether there is time for many more attempts. */
  isLong: boolean
  /** Counts an attempt, with a description of what was wrong, if anything. */
  tried: (problem?: string | false) => void
  /** Counts several successful attempts. */
  triedMany: (count: number) => void
  /** Reports the measurements of a server that the attack itself started. */
  saw: (seen: ServerMeasurements) => void
  /** Reports, also in the table, what cannot be attempted on this machine. */
  skip: (reason: string) => void
}

/** External services for the victim during the attack. */
export interface Services {
  /** Settings of the victim. */
  env: Record<string, string>
  end: () => unknown
}

export interface Attack {
  name: string
  run: (stage: AttackContext) => Promise<void>
  /** The server is not watched: the attack starts and stops its own servers. */
  isAlone?: boolean
  /** Whether a failure means that acknowledged changes were lost or data was damaged. */
  isAboutDurability?: boolean
  /** The limit of the server's memory in megabytes, if it differs from other attacks. */
  mostResident?: number
  /** Starts the services that the victim needs before it starts. */
  services?: () => Services | Promise<Services>
}

/** The number of attempts: `usual`, or `long` in a long run. */
export const attemptCount = ({ isLong }: AttackContext, usual: number, long: number): number =>
  isLong ? long : usual

const MINUTE = 60_000

/** Time limit in milliseconds of an attack and of any program that it runs. */
export const timeLimit = (stage: Pick<AttackContext, 'isLong'>): number =>
  (stage.isLong ? 180 : 15) * MINUTE

/** A problem, unless the status is one of those expected. */
export const unexpectedStatus = (
  what: string,
  status: number,
  ...expected: number[]
): string | false =>
  !expected.includes(status) && `${what}: ${status} instead of ${expected.join(' or ')}`
