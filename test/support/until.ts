const PATIENCE_MS = 60_000

/** Waits for a condition. @throws Error with its description if it is not met in time. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Never came: ${what}`)
    await Bun.sleep(20)
  }
}
