/** Something the doctor looked at. */
export interface Finding {
  what: string
  /** What is wrong; undefined when nothing is. */
  fault: string | undefined
  /** What to do about it. */
  advice?: string
  /** It works for now: not a reason to fail. */
  isMild?: boolean
  /** Puts it right, without anything getting lost. */
  repair?: () => Promise<void>
}

export const sound = (what: string): Finding => ({ what, fault: undefined })
