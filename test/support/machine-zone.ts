import { afterTest } from './after-test'

/** Sets the time zone of the machine until the end of the test. */
export function setTimeZone(zone: string): void {
  const former = process.env.TZ
  process.env.TZ = zone
  afterTest(() => {
    if (former === undefined) delete process.env.TZ
    else process.env.TZ = former
  })
}
