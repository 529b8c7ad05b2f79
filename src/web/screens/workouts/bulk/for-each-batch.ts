/**
 * Calls a function for each item, at most `atOnce` at a time, in order. After the signal is aborted, starts no new call
 * but waits for those in progress.
 */
export async function forEachLimited<Thing>(
  things: readonly Thing[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (thing: Thing) => Promise<void>,
): Promise<void> {
  const waiting = things.values()
  const workers = Array.from({ length: atOnce }, async () => {
    for (const thing of waiting) {
      if (signal.aborted) return
      await work(thing)
    }
  })
  await Promise.all(workers)
}
