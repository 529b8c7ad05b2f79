type Work = () => unknown

const pending: Work[] = []

/** Has something done when the running test is over, also when it failed; what was asked for last comes first. */
export const afterTest = (work: Work) => void pending.push(work)

/** Does what was asked for. All of it, whatever goes wrong. */
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
