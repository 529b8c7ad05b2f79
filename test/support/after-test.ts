type Work = () => unknown

const pending: Work[] = []

/** Runs `work` after the running test, even if it fails. Functions run in reverse order. */
export const afterTest = (work: Work) => void pending.push(work)

/** Runs the registered functions, all of them, even if some fail. */
export async function finishTest(): Promise<void> {
  const failures: unknown[] = []
  for (const work of pending.splice(0).reverse())
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Cleaning up failed.')
}
