/** The result of one check of `milepost doctor`. */
export interface Finding {
  what: string
  /** Describes the problem; undefined when the check passed. */
  problem: string | undefined
  /** One line for each of the first invalid values. */
  details?: readonly string[]
  /** How to fix the problem. */
  advice?: string
  /** Whether the problem is only a warning, which does not change the exit code. */
  isMild?: boolean
  /** Repairs the problem without losing data. */
  repair?: () => Promise<void>
}

export const healthy = (what: string): Finding => ({ what, problem: undefined })
