/**
 * Does something with each of several things, a few at a time, in their order. Nothing new is begun once the signal is
 * aborted; what is under way then is still waited for.
 */
export async function forEachFew<Thing>(
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
