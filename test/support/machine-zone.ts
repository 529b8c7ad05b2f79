import { afterTest } from './after-test'

/** Puts the machine into a time zone, until the test is over. */
export function standIn(zone: string): void {
  const former = process.env.TZ
  process.env.TZ = zone
  afterTest(() => {
    if (former === undefined) delete process.env.TZ
    else process.env.TZ = former
  })
}
